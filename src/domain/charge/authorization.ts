import { decrypted } from '../kernel/encrypted.ts'
import type { AuthorizationKind } from '../kernel/enums.ts'
import { mustField } from '../kernel/errors.ts'
import type { Context, State } from '../kernel/state.ts'

/** The `authorization` of a request, by kind (contract, Authorization input). */
export type Authorization =
  | { type: 'otp'; otp: { code: string } }
  | { type: 'pin'; pin: { nonce: string; encryptedPin: string } }
  | { type: 'avs'; avs: { address: { postalCode: string } } }
  | { type: 'external_3ds'; external3ds: { transactionStatus: string } }

/** The value of an authorization, as `rejects` can list it; a PIN is decrypted, and its nonce must be new. */
export function answerOf(
  state: State,
  authorization: Authorization,
  context: Context,
): { kind: AuthorizationKind; answer: string; nonce?: string } {
  switch (authorization.type) {
    case 'otp':
      return { kind: 'otp', answer: authorization.otp.code }
    case 'avs':
      return { kind: 'avs', answer: authorization.avs.address.postalCode }
    case 'external_3ds':
      return { kind: 'external_3ds', answer: authorization.external3ds.transactionStatus }
    case 'pin': {
      const { nonce, encryptedPin } = authorization.pin
      mustBeUnusedNonce(state, nonce, 'authorization.pin.nonce')
      const value = decrypted(
        {
          field: 'authorization.pin.encrypted_pin',
          encrypted: encryptedPin,
          nonce,
          rule: /./s,
          ruleText: 'must not be empty',
        },
        context,
      )
      return { kind: 'pin', answer: value ?? encryptedPin, nonce }
    }
  }
}

/** Refuses a nonce that was used before in this world (400): it is single use. */
export function mustBeUnusedNonce(state: State, nonce: string, field: string): void {
  mustField(!state.nonces.has(nonce), field, 'was used before; create a new nonce for each request')
}
