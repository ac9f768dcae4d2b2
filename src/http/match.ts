import { faultStatuses } from '../domain/kernel/enums.ts'
import type { Operation } from './operation.ts'

/** A parameter in Hono's notation: `:id`, `:id{[0-9]+}`, `:id?`. */
export const pathParameter = /:([A-Za-z_]\w*)(?:\{([^}]*)\})?\??/g

/** A pattern that matches every path of an operation. */
export function pathPattern(path: string): RegExp {
  const parts = new RegExp(`${pathParameter.source}|[.*+]`, 'g')
  const pattern = path.replace(parts, (part, name?: string, rule?: string) =>
    name === undefined ? `\\${part}` : rule ? `(?:${rule})` : '[^/]+',
  )
  return new RegExp(`^${pattern}$`)
}

const fits = (op: Operation, path: string): boolean => pathPattern(op.path).test(path)

/** Same as the service: client libraries end the path of a v3 list with a slash. */
export const withoutEnd = (path: string): string =>
  path.startsWith('/v3/') && path.endsWith('/') ? path.slice(0, -1) : path

/** Where the metadata of an issuer is: before the issuer's path (RFC 8414, 3). */
export const metadataPath = '/.well-known/oauth-authorization-server'

/** Moves the world's prefix, which is a part of the issuer's path in metadata addresses, to the front. */
export const worldFirst = (path: string): string =>
  path.startsWith(`${metadataPath}/w/`)
    ? path.slice(metadataPath.length).replace(/^\/w\/[^/]*/, (world) => world + metadataPath)
    : path

/** A path as it is routed: without query, world prefix and double slashes. */
export const routedPath = (path: string): string => {
  const single = path.replace(/[?#].*$/, '').replace(/\/{2,}/g, '/')
  return withoutEnd(worldFirst(single).replace(/^\/w\/[^/]*/, '')) || '/'
}

/** The endpoints of a path, with any method; `path` as it is routed. */
export const operationsAt = (operations: readonly Operation[], path: string): Operation[] =>
  operations.filter((op) => fits(op, path))

/** The endpoint of a request. */
export const operationFor = (
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined =>
  operations.find((op) => op.method === method.toLowerCase() && fits(op, routedPath(path)))

/** Whether requests of other origins and of foreign host names are refused: all that reveal or change something. */
export const isGuarded = ({
  family,
  access,
  method,
}: Pick<Operation, 'family' | 'access' | 'method'>): boolean =>
  family === 'control' && (access === 'control' || method !== 'get')

/** Whether a request stores something: such requests are refused when the heap is full. */
export const stores = ({ method, storesNothing }: Operation): boolean =>
  (method === 'post' || method === 'put') && storesNothing !== true

/** Statuses of refusals that an endpoint can answer with, in order. */
export function refusalStatuses(op: Operation): number[] {
  const statuses = new Set<number>([400, 403, 429, 500, ...(op.refusals ?? [])])
  if (op.access !== 'open' || op.family === 'oauth') statuses.add(401)
  if (op.body !== undefined) statuses.add(413)
  if (stores(op)) statuses.add(503)
  if (op.family !== 'control') for (const status of faultStatuses) statuses.add(status)
  return [...statuses].sort((a, b) => a - b)
}
