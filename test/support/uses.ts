import { parseSync } from 'vite'

type Node = { type: string; [member: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/**
 * The members that a TypeScript source reads, as `value.member` or `{ member } = value`, and its texts. Types, and members
 * that an object literal sets, do not count.
 */
export function usesOf(source: string): ReadonlySet<string> {
  const found = new Set<string>()
  visit(parseSync('source.ts', source).program as unknown as Node, found)
  return found
}

function visit(node: Node, found: Set<string>): void {
  if (node.type.startsWith('TSInterface') || node.type.startsWith('TSType')) return
  if (node.type === 'MemberExpression') add(node['property'], found)
  if (node.type === 'ObjectPattern') for (const { key } of node['properties'] as Node[]) add(key, found)
  if (node.type === 'Literal' && typeof node['value'] === 'string') found.add(node['value'])
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, found)
}

function add(name: unknown, found: Set<string>): void {
  if (isNode(name) && name.type === 'Identifier') found.add(name['name'] as string)
}
