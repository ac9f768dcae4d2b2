import { type Decision, decision } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import { type Client, type Scope, scopes, type Token } from './model.ts'

/** Stores a newly signed token and removes expired ones. */
export function storeToken(state: State, token: Token, context: Context): Decision<Token> {
  const gone: string[] = []
  // Oldest first, and all have the same lifetime: the first valid one ends the search.
  for (const old of state.tokens) {
    if (old.expiresAt > context.programNow) break
    gone.push(old.id)
  }
  return decision(
    token,
    [{ into: 'tokens', value: token }],
    gone.map((id) => ({ kind: 'remove', from: 'tokens', id })),
  )
}

/** Removes every token; returns how many there were. */
export const revokeTokens = (state: State): Decision<number> =>
  decision(
    state.tokens.size,
    [],
    [...state.tokens].map(({ id }) => ({ kind: 'remove', from: 'tokens', id })),
  )

/** The claims of an access token. Takes milliseconds, returns seconds, as JWTs require. */
export const claimsOf = (
  client: Pick<Client, 'id'> & { scope: string },
  issuer: string,
  jti: string,
  now: number,
  expiresAt: number,
): Record<string, unknown> => ({
  exp: Math.floor(expiresAt / 1000),
  iat: Math.floor(now / 1000),
  jti,
  iss: issuer,
  sub: client.id,
  azp: client.id,
  typ: 'Bearer',
  scope: client.scope,
})

/**
 * The granted rights for a client that requests `asked`, words separated by spaces, and the `scope` of the answer. Same
 * as the service: unknown words are returned unchanged, and the client has its usual rights.
 */
export function grantedScopes(
  client: Pick<Client, 'scopes'>,
  asked = '',
): { scopes: Scope[]; scope: string } {
  const words = asked.split(' ').filter(Boolean)
  const part = client.scopes.filter((scope) => words.includes(scope))
  const rights = part.length > 0 ? part : [...client.scopes]
  const told = words.filter(
    (word) => (part as string[]).includes(word) || !(scopes as readonly string[]).includes(word),
  )
  return { scopes: rights, scope: (told.length > 0 ? told : rights).join(' ') }
}
