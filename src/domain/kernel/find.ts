import { Refusal } from './errors.ts'
import { type ResourceKind, resources } from './resources.ts'
import type { Collections, State } from './state.ts'

/** The value of an id from a path (404 if unknown) or from a field of a body (400 on that field). */
export function mustFind<K extends ResourceKind>(
  state: State,
  kind: K,
  id: string,
  field?: string,
): Collections[K] {
  const value = state[kind].get(id) as Collections[K] | undefined
  if (value === undefined) throw notFound(kind, id, field)
  return value
}

/** The refusal of an unknown id. */
export function notFound(kind: ResourceKind, id: string, field?: string): Refusal {
  const message = `no ${resources[kind].name} "${id}"; ${resources[kind].advice}`
  const missing = { kind, id }
  return field === undefined
    ? new Refusal('not_found', message, [], missing)
    : new Refusal('invalid_request', `${field}: ${message}`, [{ field, message }], missing)
}
