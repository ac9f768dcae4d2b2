import { isBuiltin } from 'node:module'

/**
 * Takes from node's own modules what is used, and nothing else: an import, or even a look at what there is, reads
 * everything that such a module exports, and loads what stands behind it.
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
