import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { parseSync } from 'vite'

type Node = { type: string; [member: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Functions whose first text is the name of a test: `life` is a row of a table of lives. */
const naming = new Set(['test', 'it', 'life'])

/** The names of all tests by file below `test`, as written in the source: with `%s` for values of a table. */
export function testNames(): Map<string, Set<string>> {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(test|check)\.ts$/.test(path),
  )
  return new Map(
    files.map((file) => {
      const names = new Set<string>()
      collect(parseSync(file, readFileSync(join('test', file), 'utf8')).program as unknown as Node, names)
      return [file.split(sep).join('/'), names]
    }),
  )
}

function collect(node: Node, names: Set<string>): void {
  if (node.type === 'CallExpression' && naming.has(rootOf(node['callee']))) {
    const first = (node['arguments'] as Node[])[0]
    if (first?.type === 'Literal' && typeof first['value'] === 'string') names.add(first['value'])
  }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collect(child, names)
}

/** `test` of `test(…)`, `test.each(…)(…)` and `test.skipIf(…).each(…)(…)`. */
function rootOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return callee['name'] as string
  if (callee.type === 'MemberExpression') return rootOf(callee['object'])
  return callee.type === 'CallExpression' ? rootOf(callee['callee']) : ''
}
