import * as z from 'zod'
import type { Authorization } from '../../domain/charge/authorization.ts'
import { DateTimeText } from '../../domain/kernel/instant.ts'
import { Address, Amount, bounds, camelKeys, Identifier, Nonce } from '../../domain/kernel/values.ts'
import { scenarioHeader } from '../../domain/scenario/catalogue.ts'
import type { Request } from '../../http/operation.ts'

const text = ({ min, max }: { min: number; max: number }) =>
  z.string().min(min, `must have at least ${min} characters`).max(max, `must have at most ${max} characters`)

/** Headers of the contract (Create a charge); lengths in characters. */
export const serviceHeaders = {
  'X-Trace-Id': text(bounds.traceId)
    .optional()
    .describe('Unique id to track the operation; echoed in the answer, generated if absent'),
  'X-Scenario-Key': text(bounds.scenarioKey)
    .optional()
    .describe('Simulates predefined behaviours; segments joined by "&"'),
}

/** Headers of requests that must not be executed twice. */
export const createHeaders = {
  ...serviceHeaders,
  'X-Idempotency-Key': text(bounds.idempotencyKey).optional().describe('Prevents duplicate requests'),
}

/** What endpoints have in common that read, and that create or change something, once for each idempotency key. */
export const reads = (tag: string) =>
  ({ family: 'service', tag, access: { oauth: 'payments:read' }, headers: serviceHeaders }) as const
export const writes = (tag: string) =>
  ({
    family: 'service',
    tag,
    access: { oauth: 'payments:write' },
    headers: createHeaders,
    idempotent: true,
  }) as const

const dayMs = 86_400_000

const rule = 'must be a date, such as 2026-01-31, or a date-time with its zone, such as 2026-01-31T12:00:00Z'

const Edge = (endOfDay: boolean) =>
  z
    .union([z.iso.date().transform((text) => Date.parse(text) + (endOfDay ? dayMs - 1 : 0)), DateTimeText], {
      error: rule,
    })
    .optional()

/** `from` and `to` of a list, both inclusive; a date without a time as `to` includes the whole day (UTC). */
export const TimeFilter = {
  from: Edge(false).describe('Created at or after this date or date-time'),
  to: Edge(true).describe('Created at or before this date or date-time; a date includes the whole day'),
}

/** Whether an instant (milliseconds since 1970) lies within the filter. */
export const timeFilter =
  ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  (at: number): boolean =>
    (from === undefined || at >= from) && (to === undefined || at <= to)

/** Warns when the scenario key of a request sets something that the request ignores. */
export function warnOfUnusedFacets(
  { plan, warn }: Pick<Request<unknown, unknown>, 'plan' | 'warn'>,
  starts: 'charge' | 'transfer',
): void {
  const { steps, processorResponse, payer, transfer, chargeback } = plan
  const name = `${scenarioHeader} "${plan.key}"`
  if (chargeback) warn(`${name} configures a chargeback, which a ${starts} ignores`)
  if (starts === 'charge' && transfer) warn(`${name} configures a transfer, which a charge ignores`)
  if (starts === 'transfer' && (steps || processorResponse || payer))
    warn(`${name} configures a charge, which a transfer ignores`)
}

const { otpDigits } = bounds

const authorizationKinds = [
  z.object({
    type: z.literal('otp'),
    otp: z.object({
      code: z
        .string()
        .regex(
          new RegExp(`^\\d{${otpDigits.min},${otpDigits.max}}$`),
          `must be ${otpDigits.min} to ${otpDigits.max} digits`,
        )
        .meta({ examples: ['123456'] }),
    }),
  }),
  z.object({
    type: z.literal('pin'),
    pin: z.object({ nonce: Nonce, encrypted_pin: Identifier.meta({ examples: ['12345'] }) }),
  }),
  z.object({
    type: z.literal('external_3ds'),
    external_3ds: z.object({
      eci: z.string(),
      time: z.string().describe('UTC time of authentication'),
      authentication_token: z.string().describe('Base64 value'),
      transaction_id: z.string(),
      version: z.string().describe('3DS protocol version'),
      transaction_status: z.enum(['Y', 'N', 'U', 'A', 'R']),
      status_reason_code: z.string(),
      amount: Amount,
    }),
  }),
  z.object({ type: z.literal('avs'), avs: z.object({ address: Address }) }),
] as const

/** contract, Authorization input. */
export const AuthorizationInput = z
  .discriminatedUnion('type', authorizationKinds)
  .meta({ id: 'Authorization', description: 'The answer to a next action, discriminated by `type`' })

/** The authorization of a new order, which may also ask for 3DS (observed). */
export const OrderAuthorization = z
  .discriminatedUnion('type', [
    ...authorizationKinds,
    z
      .object({ type: z.literal('3ds'), '3ds': z.looseObject({}).optional() })
      .describe('The payer of a card authenticates with 3DS, unless the scenario key sets another flow'),
  ])
  .meta({ id: 'OrderAuthorization', description: 'As for a charge, or 3DS; discriminated by `type`' })

/** Of an external 3DS result only the transaction status counts. */
export const toAuthorization = (
  input: z.output<typeof AuthorizationInput> | undefined,
): Authorization | undefined => {
  if (input?.type !== 'external_3ds') return input && (camelKeys(input) as Authorization)
  return { type: 'external_3ds', external3ds: { transactionStatus: input.external_3ds.transaction_status } }
}
