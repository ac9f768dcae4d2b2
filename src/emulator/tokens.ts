import type { Token } from '../domain/access/model.ts'
import { claimsOf } from '../domain/access/token.ts'
import type { Ports, TokenSigner } from '../engine/ports.ts'

/** Signs the access tokens of one world. The same seed gives the same key. */
export class TokenIssuer {
  readonly seed: string
  readonly #ports: Pick<Ports, 'tokenSigner'>
  #signer: TokenSigner | undefined

  constructor(ports: Pick<Ports, 'tokenSigner'>, seed: string) {
    this.#ports = ports
    this.seed = seed
  }

  /** Created on first use, because it is slow and many worlds never need it. */
  get signer(): TokenSigner {
    this.#signer ??= this.#ports.tokenSigner(this.seed)
    return this.#signer
  }

  /** A signed token, valid from `now` for `lifetimeMs`, both in milliseconds; `jti` is its unique id. */
  issue(
    client: { id: string; scopes: Token['scopes']; scope: string },
    issuer: string,
    jti: string,
    now: number,
    lifetimeMs: number,
  ): Token {
    const expiresAt = now + lifetimeMs
    const id = this.signer.sign(claimsOf(client, issuer, jti, now, expiresAt))
    return { id, clientId: client.id, scopes: client.scopes, expiresAt }
  }
}
