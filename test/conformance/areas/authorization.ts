import { withMember } from '../kit/answer.ts'
import { avs, external3ds, otp, pin } from '../kit/bodies.ts'
import { type Member, memberRule, type Place } from '../kit/member.ts'
import { newNonce } from '../kit/random.ts'
import { area } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'
import { addressMembers } from './values.ts'

/**
 * Sends an authorization in the request that creates the charge, as the answer to the first next action of a scenario.
 */
const answering = (key: string, authorization: (t: Trial) => object): Place => ({
  needs: ['token', 'payer'],
  taken: 201,
  send: (t, { field, around }, value, taken) => {
    const body = withMember({ authorization: { ...authorization(t), ...around?.(t) } }, field, value)
    // An invalid value is refused in any scenario; only a valid one needs a charge that asks for it.
    return key === '' || !taken ? t.charge(body) : t.scenario(key, body)
  },
  refused: (t, answer, { field }, why) => void t.refusesField(answer, field, why),
})

const otpPlace = answering('scenario:auth_otp', () => otp('1234'))
const pinPlace = answering('scenario:auth_pin', (t) => pin('1234', t.target))
const avsPlace = answering('scenario:auth_avs', () => avs())
const threeDs = answering('', () => external3ds())

const inside = (prefix: string) => (member: Member) => ({ ...member, field: `${prefix}.${member.field}` })

const external = [
  'eci',
  'time',
  'authentication_token',
  'transaction_id',
  'version',
  'transaction_status',
  'status_reason_code',
  'amount',
]

/** contract, Authorization input. */
export const authorization = [
  ...area('authorization', [
    memberRule(otpPlace, {
      id: 'type',
      rule: 'type: one of otp, pin, external_3ds, avs',
      field: 'authorization.type',
      refuses: ['fingerprint', '', 5, undefined],
    }),
    memberRule(otpPlace, {
      id: 'otp_code',
      rule: 'otp.code: required, string of 4 to 8 digits',
      field: 'authorization.otp.code',
      takes: ['1234', '12345678'],
      refuses: ['123', '123456789', '12a4', '12 34', 1234, undefined],
    }),
    memberRule(pinPlace, {
      id: 'pin_nonce',
      rule: 'pin.nonce: required, exactly 12 characters, letters and digits only',
      field: 'authorization.pin.nonce',
      takes: (t) => (t.target.encryptionKey ? [] : [newNonce(), `AZaz09${newNonce().slice(6)}`]),
      refuses: () => [
        newNonce().slice(1),
        `${newNonce()}x`,
        `${newNonce().slice(1)}-`,
        `${newNonce().slice(1)} `,
        undefined,
      ],
    }),
    memberRule(pinPlace, {
      id: 'pin_encrypted',
      rule: 'pin.encrypted_pin: required, string',
      field: 'authorization.pin.encrypted_pin',
      refuses: [undefined, 1234],
    }),
    {
      id: 'nonce_single_use',
      rule: 'A nonce is single use: a second request with it is a 400',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const nonce = newNonce()
        const send = () => t.scenario('scenario:auth_pin', { authorization: pin('1234', t.target, nonce) })
        t.status(await send(), 201, 'the first use')
        t.refusesField(await send(), 'authorization.pin.nonce', 'the second use')
      },
    },
    memberRule(threeDs, {
      id: 'external_3ds_status',
      rule: 'external_3ds.transaction_status: one of Y, N, U, A, R',
      field: 'authorization.external_3ds.transaction_status',
      takes: ['Y', 'N', 'U', 'A', 'R'],
      refuses: ['C', 'y', '', undefined],
    }),
    memberRule(threeDs, {
      id: 'external_3ds_amount',
      rule: 'external_3ds.amount: number, minimum 0.01',
      field: 'authorization.external_3ds.amount',
      takes: [0.01],
      refuses: [0.009, '1500.5'],
    }),
    ...external.map((name) =>
      memberRule(threeDs, {
        id: `external_3ds_${name}_required`,
        rule: `external_3ds.${name}: required${name === 'amount' ? '' : ', string'}`,
        field: `authorization.external_3ds.${name}`,
        refuses: name === 'amount' ? [undefined] : [undefined, 5],
      }),
    ),
    {
      id: 'external_3ds_outcome',
      rule: 'external_3ds in the creation: Y and A authenticate, N, R and U fail the charge',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        for (const [status, outcome] of Object.entries({
          Y: 'succeeded',
          A: 'succeeded',
          N: 'failed',
          R: 'failed',
          U: 'failed',
        })) {
          const answer = await t.charge({ authorization: external3ds({ transaction_status: status }) })
          t.equal(answer, 'data.status', outcome)
        }
      },
    },
    {
      id: 'member_required',
      rule: 'The member that has the name of the type is required',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        for (const type of ['otp', 'pin', 'external_3ds', 'avs'])
          t.refusesField(
            await t.charge({ authorization: { type } }),
            `authorization.${type}`,
            'it is missing',
          )
      },
    },
    {
      id: 'wrong_kind',
      rule: 'An authorization of another kind than the charge asks for is a 400 on authorization.type',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const answer = await t.scenario('scenario:auth_pin', { authorization: otp('1234') })
        t.refusesField(answer, 'authorization.type', 'the charge asks for a pin')
      },
    },
  ]),
  ...area(
    'authorization',
    addressMembers('avs_').map((member) => memberRule(avsPlace, inside('authorization.avs.address')(member))),
  ),
]
