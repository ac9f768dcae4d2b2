import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

interface Node {
  type: string
  start: number
  [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const children = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

const nameOf = (value: unknown): string => {
  const { name, value: text } = (value ?? {}) as { name?: string; value?: string }
  return name ?? text ?? ''
}

const memberTypes = ['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition']

/** The exports of a source (only those in `only`, if given) without a docstring: declarations and their members. */
function undocumented(path: string, only?: readonly string[], source = readFileSync(path, 'utf8')): string[] {
  const { program, comments } = parseSync(path, source)
  const found: string[] = []
  const require = (node: Node, name: string): void => {
    const before = comments.findLast((comment) => comment.end <= node.start)
    const touches = before && source.slice(before.end, node.start).trim() === ''
    if (!touches || before.type !== 'Block' || !/^\*\s*\S/.test(before.value)) found.push(`${path}: ${name}`)
  }
  const visit = (node: Node, owner: string): void => {
    const isMember = memberTypes.includes(node.type) && node['kind'] !== 'constructor'
    const name = isMember ? `${owner}.${nameOf(node['key'])}` : owner
    if (isMember) require(node, name)
    // Bodies of methods need no docstrings.
    if (node.type !== 'BlockStatement') for (const child of children(node)) visit(child, name)
  }
  for (const statement of program.body as unknown as Node[]) {
    const from = isNode(statement['source']) ? join(dirname(path), nameOf(statement['source'])) : undefined
    if (statement.type === 'ExportAllDeclaration' && from) found.push(...undocumented(from))
    if (statement.type !== 'ExportNamedDeclaration') continue
    const named = statement['specifiers'] as Node[]
    if (from && (!only || named.some((each) => only.includes(nameOf(each['exported'])))))
      found.push(
        ...undocumented(
          from,
          named.map((each) => nameOf(each['local'])),
        ),
      )
    const { declaration } = statement
    if (!isNode(declaration) || declaration.type === 'VariableDeclaration') continue
    const name = nameOf(declaration['id'])
    if (only && !only.includes(name)) continue
    require(statement, name)
    visit(declaration, name)
  }
  return found
}

test('everything that the package exports has a docstring, and so has every member of it', () => {
  const missing = ['src/index.ts', 'src/examine.ts'].flatMap((entry) => undocumented(entry))
  expect([...new Set(missing)]).toEqual([])
})

test('a member without a docstring is noticed, however deep', () => {
  const source = `
    export interface Bare {
      // Not a docstring.
      line: string
    }
    /** Documented in part. */
    export interface Half {
      /** Documented. */
      outer: { inner: string }
      method(): void
    }`
  expect(undocumented('bad.ts', undefined, source)).toEqual([
    'bad.ts: Bare',
    'bad.ts: Bare.line',
    'bad.ts: Half.outer.inner',
    'bad.ts: Half.method',
  ])
})
