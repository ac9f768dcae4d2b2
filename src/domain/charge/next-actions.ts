import * as z from 'zod'
import { Duration } from '../kernel/duration.ts'
import { type AnswerKind, accountTypes } from '../kernel/enums.ts'
import { bounds, type Camel } from '../kernel/values.ts'
import { type Immutable, later, maybe, text } from '../stored/parts.ts'
import { processorResponseTypes } from './processor-responses.ts'
import type { StepContext } from './step-context.ts'

/** A processor response in a scenario file. */
export const Processor = z.enum(processorResponseTypes).meta({ id: 'ProcessorResponse' })

/** Members that each step of a flow may have: how it ends without an action. */
const waiting = {
  after: Duration.optional().describe('The step is completed automatically after this time'),
  expires_after: Duration.optional().describe(
    'The charge fails unless the step is completed within this time',
  ),
  expired: Processor.default('no_action_taken').describe('Processor response of a charge whose step expired'),
}

/** Members of a step that is answered with an `authorization`. */
const answered = {
  rejects: z
    .array(z.string())
    .max(100)
    .default([])
    .describe('Answers that count as wrong; every other one is right'),
  attempts: z.int().min(1).max(10).default(3).describe('Wrong answers until the charge fails'),
  exhausted: Processor.default('pin_entry_tries_exceeded').describe(
    'Processor response after the last wrong answer',
  ),
}

/** What a charge stores of a next action besides its type. */
type Kept<M extends z.ZodRawShape> = keyof M extends never ? unknown : Immutable<z.output<z.ZodObject<M>>>

/** What completes a step, besides the timers that every step may have. */
export type StepEnd = 'authorization' | 'payer' | 'requery' | 'capture'

interface Kind<S extends z.ZodObject, M extends z.ZodRawShape, E extends StepEnd> {
  title: string
  endsBy: E
  /** The `authorization.type` that answers it. */
  answer?: AnswerKind
  /** The step in a scenario file. */
  ask: S
  /** The members that a waiting charge stores, besides `type`. */
  stored(): M
  start(step: Immutable<Camel<z.output<S>>>, context: StepContext): Kept<M>
}

const kind = <S extends z.ZodObject, M extends z.ZodRawShape, E extends StepEnd>(
  entry: Kind<S, M, E>,
): Kind<S, M, E> => entry

const nothing = () => ({})

const accountLifeMs = 3_600_000

/** The nine kinds, each with the step of a scenario file that asks for it. */
export const nextActions = {
  redirect_url: kind({
    title: 'the payer completes a hosted page',
    endsBy: 'payer',
    ask: z.object({ ask: z.literal('redirect_url'), ...waiting }).strict(),
    stored: () => ({ url: text() }),
    start: (_step, { payerUrl }) => ({ url: payerUrl }),
  }),
  requires_additional_fields: kind({
    title: 'the merchant sends further fields',
    endsBy: 'authorization',
    answer: 'avs',
    ask: z
      .object({
        ask: z.literal('requires_additional_fields'),
        fields: z
          .array(z.string().min(1))
          .min(1)
          .max(bounds.additionalFieldsMax)
          .default(
            ['line1', 'city', 'state', 'postal_code', 'country'].map((f) => `authorization.avs.address.${f}`),
          ),
        ...answered,
        exhausted: Processor.default('security_violation'),
        ...waiting,
      })
      .strict(),
    stored: () => ({ fields: z.array(text()).min(1).max(bounds.additionalFieldsMax) }),
    start: (step) => ({ fields: step.fields }),
  }),
  requires_pin: kind({
    title: 'the merchant sends the card PIN',
    endsBy: 'authorization',
    answer: 'pin',
    ask: z.object({ ask: z.literal('requires_pin'), ...answered, ...waiting }).strict(),
    stored: nothing,
    start: nothing,
  }),
  requires_requery: kind({
    title: 'the merchant reads the charge again',
    endsBy: 'requery',
    ask: z
      .object({
        ask: z.literal('requires_requery'),
        reads: z.int().min(1).max(100).default(2).describe('The read that returns the result'),
        ...waiting,
      })
      .strict(),
    stored: nothing,
    start: nothing,
  }),
  requires_otp: kind({
    title: 'the merchant sends the OTP that the payer received',
    endsBy: 'authorization',
    answer: 'otp',
    ask: z.object({ ask: z.literal('requires_otp'), ...answered, ...waiting }).strict(),
    stored: nothing,
    start: nothing,
  }),
  requires_capture: kind({
    title: 'the merchant captures the authorised amount',
    endsBy: 'capture',
    ask: z.object({ ask: z.literal('requires_capture'), ...waiting }).strict(),
    stored: nothing,
    start: nothing,
  }),
  payment_instruction: kind({
    title: 'the payer follows an instruction',
    endsBy: 'payer',
    ask: z
      .object({
        ask: z.literal('payment_instruction'),
        note: z
          .string()
          .min(1)
          .max(1000)
          .default('Approve the payment of {amount} {currency} on your phone.')
          .describe('Text for the payer; {amount}, {currency}, {reference} and {code} are filled in'),
        ...waiting,
      })
      .strict(),
    stored: () => ({ note: text() }),
    start: (step, context) => ({ note: fillIn(step.note, context) }),
  }),
  requires_bank_transfer: kind({
    title: 'the payer transfers the amount to an account',
    endsBy: 'payer',
    ask: z
      .object({
        ask: z.literal('requires_bank_transfer'),
        bank_name: z.string().min(1).max(100).default('Emulator Bank'),
        note: z.string().min(1).max(1000).optional(),
        ...waiting,
      })
      .strict(),
    stored: () => ({
      accountNumber: z.string().regex(/^\d{10}$/, 'must be 10 digits'),
      accountType: z.enum(accountTypes),
      bankName: text(),
      expiresAt: later(),
      note: maybe(text()),
    }),
    start: (step, context) => ({
      accountNumber: context.digits(10),
      accountType: context.accountType ?? 'dynamic',
      bankName: step.bankName,
      expiresAt: context.now + accountLifetimeMs(step.expiresAfter, context),
      note: step.note === undefined ? undefined : fillIn(step.note, context),
    }),
  }),
  qr_code: kind({
    title: 'the payer scans a QR code',
    endsBy: 'payer',
    ask: z.object({ ask: z.literal('qr_code'), ...waiting }).strict(),
    stored: () => ({ url: text() }),
    start: (_step, { payerUrl }) => ({ url: payerUrl }),
  }),
} as const

export type NextActionType = keyof typeof nextActions

/** What the merchant must do next with a pending charge (contract, Next action). Instants in milliseconds. */
export type NextAction = {
  [K in NextActionType]: { readonly type: K } & ReturnType<(typeof nextActions)[K]['start']>
}[NextActionType]

/** The next actions that the payer ends. */
export type PayerNextAction = {
  [K in NextActionType]: (typeof nextActions)[K]['endsBy'] extends 'payer'
    ? Extract<NextAction, { type: K }>
    : never
}[NextActionType]

/** Whether it is the payer who ends a next action. */
export const isForPayer = (next: NextAction): next is PayerNextAction => endsBy(next.type) === 'payer'

export const nextActionTypes = Object.keys(nextActions) as [NextActionType, ...NextActionType[]]

/** A step that waits, as its scenario file says, with every default filled in. Durations in milliseconds. */
export type AskStep = {
  [K in NextActionType]: Parameters<(typeof nextActions)[K]['start']>[0]
}[NextActionType]

/** Milliseconds until the account of a bank transfer closes: the step's time, else the payment method's, else an hour. */
export const accountLifetimeMs = (
  expiresAfter: number | undefined,
  context: Pick<StepContext, 'accountExpiresIn'>,
): number =>
  expiresAfter ?? (context.accountExpiresIn === undefined ? accountLifeMs : context.accountExpiresIn * 1000)

/** The next action with which a step begins. */
export function startStep(step: AskStep, context: StepContext): NextAction {
  // The table's key equals the step's `ask`; the compiler cannot see that through the union.
  const start = nextActions[step.ask].start as (step: AskStep, context: StepContext) => object
  return { type: step.ask, ...start(step, context) } as NextAction
}

/** A next action as a charge stores it. */
export const storedNextAction = () => {
  const kinds = nextActionTypes.map((t) => z.strictObject({ type: z.literal(t), ...nextActions[t].stored() }))
  return z.discriminatedUnion(
    'type',
    kinds as [(typeof kinds)[number], ...typeof kinds],
  ) as z.ZodType<NextAction>
}

export const endsBy = (type: NextActionType): StepEnd => nextActions[type].endsBy

/** The kind of `authorization` that a next action waits for, if it waits for one. */
export const expectedAnswer = (type: NextActionType): AnswerKind | undefined => nextActions[type].answer

const fillIn = (note: string, context: StepContext): string =>
  note.replace(
    /\{(amount|currency|reference|code)\}/g,
    (_, name: 'amount' | 'currency' | 'reference' | 'code') =>
      name === 'code' ? context.digits(6) : String(context[name]),
  )
