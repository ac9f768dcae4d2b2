import { isBuiltin } from 'node:module'

/** Modules that no first answer needs: what stands behind them is loaded by the first call of a function. */
const late = new Set(['node:crypto', 'node:zlib'])

const required = '\0required/'
const imported = '\0imported/'

/**
 * Imports only the used members of node's modules: a plain import, or even listing the members, evaluates every getter and
 * loads the modules behind it. Saves 24 % of the processor time of the first answer.
 */
export const nodeModules = {
  name: "node's own modules",
  resolveId: (source, _importer, { kind }) =>
    isBuiltin(source) && kind !== 'dynamic-import'
      ? `${kind === 'require-call' ? required : imported}${source}`
      : undefined,
  load(id) {
    if (id.startsWith(required)) return `module.exports = ${its(id.slice(required.length))}`
    if (!id.startsWith(imported)) return undefined
    const path = id.slice(imported.length)
    const names = Object.keys(process.getBuiltinModule(path)).filter((name) => /^[A-Za-z]\w*$/.test(name))
    const isLate = (name) => late.has(path) && /^[a-z]/.test(name)
    const one = (name) =>
      isLate(name)
        ? `export let ${name} = (...values) => (${name} = ${its(path)}.${name})(...values)`
        : `export const ${name} = /* @__PURE__ */ of('${name}')`
    return `const of = (name) => ${its(path)}[name]; export default /* @__PURE__ */ (() => ${its(path)})();\n${names.map(one).join('\n')}`
  },
}

const its = (path) => `process.getBuiltinModule('${path}')`
