import { isBuiltin } from 'node:module'

/**
 * Imports only the used members of node's modules: a plain import, or even listing the members, evaluates every getter and
 * loads the modules behind it. Saves 16 % of the processor time of the first answer.
 */
export const nodeModules = {
  name: "node's own modules",
  setup(b) {
    b.onResolve({ filter: /^/ }, ({ path, kind }) =>
      isBuiltin(path) ? { path, namespace: kind === 'require-call' ? 'required' : 'imported' } : undefined,
    )
    const its = (path) => `process.getBuiltinModule('${path}')`
    b.onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = ${its(path)}`,
    }))
    b.onLoad({ filter: /^/, namespace: 'imported' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path)).filter((name) => /^[A-Za-z]\w*$/.test(name))
      const one = (name) => `export const ${name} = /* @__PURE__ */ of('${name}')`
      return {
        contents: `const its = ${its(path)}; const of = (name) => its[name]; export default its;\n${names.map(one).join('\n')}`,
      }
    })
  },
}
