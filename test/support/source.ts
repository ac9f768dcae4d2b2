import { parseSync } from 'vite'

type Node = { type: string; [member: string]: unknown }

/** The dependencies of a source file. */
export interface SourceFacts {
  /** Module names as written, of every form of import and re-export; `*` if computed. */
  imports: string[]
  /** Direct uses of time, randomness, environment, network and timers, instead of passed-in ones. */
  ambient: string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Names that must not be used at all. */
const forbidden = new Set([
  'process',
  'globalThis',
  'global',
  'crypto',
  'performance',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'eval',
])

/** Names of which only some members are pure. */
const pureMembers: Record<string, (member: string) => boolean> = {
  Date: (member) => member === 'parse' || member === 'UTC',
  Math: (member) => member !== 'random',
  AbortSignal: (member) => member !== 'timeout',
}

/** Reads the dependencies of a TypeScript source from its syntax tree, so that comments and strings are ignored. */
export function factsOf(source: string): SourceFacts {
  const { program, errors } = parseSync('source.ts', source)
  if (errors.length > 0) throw new Error(errors.map((error) => error.message).join('\n'))
  const facts: SourceFacts = { imports: [], ambient: [] }
  visit(program as unknown as Node, undefined, '', facts)
  return facts
}

const moduleMembers: Record<string, string> = {
  ImportDeclaration: 'source',
  ExportAllDeclaration: 'source',
  ExportNamedDeclaration: 'source',
  ImportExpression: 'source',
  TSImportType: 'source',
  TSExternalModuleReference: 'expression',
}

function visit(node: Node, parent: Node | undefined, place: string, facts: SourceFacts): void {
  const member = moduleMembers[node.type]
  if (member !== undefined) {
    const from = (node[member] ?? node['argument']) as Node | null
    if (from !== null && from !== undefined) facts.imports.push(literal(from))
    else if (node.type === 'ImportExpression') facts.imports.push('*')
  }
  if (node.type === 'CallExpression' && nameOf(node['callee']) === 'require')
    facts.imports.push(literal((node['arguments'] as Node[])[0]))
  if (node.type === 'Identifier') noteAmbient(node['name'] as string, node, parent, place, facts)
  for (const [name, value] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'returnType') {
      // A type is not a use; only an import inside it counts.
      visitTypes(value, facts)
      continue
    }
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, node, name, facts)
  }
}

function visitTypes(value: unknown, facts: SourceFacts): void {
  if (Array.isArray(value)) for (const item of value) visitTypes(item, facts)
  else if (isNode(value)) {
    if (value.type === 'TSImportType')
      facts.imports.push(literal((value['source'] ?? value['argument']) as Node))
    else for (const inner of Object.values(value)) visitTypes(inner, facts)
  }
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined

/** A module name; `*` if it is computed at run time. */
function literal(node: Node | undefined): string {
  const inner = node?.type === 'TSLiteralType' ? (node['literal'] as Node) : node
  return inner?.type === 'Literal' && typeof inner['value'] === 'string' ? inner['value'] : '*'
}

function noteAmbient(
  name: string,
  node: Node,
  parent: Node | undefined,
  place: string,
  facts: SourceFacts,
): void {
  if (parent === undefined || isOnlyAName(parent, place, node)) return
  if (forbidden.has(name)) facts.ambient.push(name)
  const pure = pureMembers[name]
  if (pure === undefined) return
  if (name === 'Date' && parent.type === 'NewExpression' && (parent['arguments'] as Node[]).length > 0) return
  const member =
    parent.type === 'MemberExpression' && !parent['computed'] ? nameOf(parent['property']) : undefined
  if (member === undefined) facts.ambient.push(name)
  else if (!pure(member)) facts.ambient.push(`${name}.${member}`)
}

/** Whether an identifier only names a member, a parameter of a type or an imported thing. */
function isOnlyAName(parent: Node, place: string, node: Node): boolean {
  if (parent.type === 'MemberExpression') return place === 'property' && !parent['computed']
  if (parent.type === 'Property') return place === 'key' && !parent['computed'] && parent['value'] !== node
  return /^(ImportSpecifier|ExportSpecifier|TS.*|PropertyDefinition|MethodDefinition|LabeledStatement)$/.test(
    parent.type,
  )
}
