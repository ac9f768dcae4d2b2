import { type Decision, decision } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Client, Scope, Token } from './model.ts'

/** Stores a token that was just signed and forgets those that have expired. */
export function storeToken(state: State, token: Token, context: Context): Decision<Token> {
  const gone: string[] = []
  // Oldest first, and all of one start live equally long: the first one that is still valid ends the search.
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

/** Forgets every token; the result is how many there were. */
export const revokeTokens = (state: State): Decision<number> =>
  decision(
    state.tokens.size,
    [],
    [...state.tokens].map(({ id }) => ({ kind: 'remove', from: 'tokens', id })),
  )

/** The claims of an access token. Milliseconds in, seconds out, as JWTs have them. */
export const claimsOf = (
  client: Pick<Client, 'id'> & { scopes: readonly Scope[] },
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
  scope: client.scopes.join(' '),
})
