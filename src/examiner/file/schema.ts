import * as z from 'zod'
import { processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { Duration } from '../../domain/kernel/duration.ts'
import { currencies, signatureSchemes, webhookForms } from '../../domain/kernel/enums.ts'
import { didYouMean } from '../../domain/kernel/nearest.ts'
import { type DeviationName, deviationNames } from '../deviations.ts'
import { placeholders, unknownPlaceholders } from './fill.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A text that may hold placeholders. */
const Filled = z.string().superRefine((text, context) => {
  for (const name of unknownPlaceholders(text))
    context.addIssue({
      code: 'custom',
      message: `{{${name}}} is not a placeholder${didYouMean(name, placeholders)}; use one of: ${placeholders.join(', ')}`,
    })
})

const Url = Filled.refine((text) => /^https?:\/\/[^/\s]/.test(text), 'must be an http or https address')

const Pointer = z.string().regex(/^(\/.*)?$/, 'must be a JSON pointer such as "/status" or "/order/state"')

const Request = z
  .strictObject({
    method: z.enum(methods).default('POST'),
    url: Url,
    headers: z.record(z.string(), Filled).default({}),
    body: z.json().optional().describe('Sent as JSON; a text is sent as it is'),
  })
  .superRefine(({ body }, context) => {
    for (const name of unknownPlaceholders(JSON.stringify(body ?? '')))
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: `{{${name}}} is not a placeholder${didYouMean(name, placeholders)}`,
      })
  })

const Words = z.array(z.union([z.string(), z.number(), z.boolean()])).transform((words) => words.map(String))

const Deviations = z.array(z.enum(deviationNames as [DeviationName, ...DeviationName[]])).default([])

/** An examination file: how the program is started, paid at and looked at. */
export const ExaminationFile = z.strictObject({
  program: z
    .strictObject({
      start: z
        .string()
        .min(1)
        .optional()
        .describe('Shell command that starts the program; without it, it runs already'),
      cwd: z.string().default('.').describe('Where the command runs, relative to this file'),
      env: z.record(z.string(), Filled).default({}).describe('Variables of the program'),
      ready: Url.optional().describe('Waited for, up to 30 s, until it answers 2xx'),
    })
    .prefault({}),
  webhook: z
    .union([
      Url,
      z.strictObject({
        url: Url,
        secret: z.string().min(1).optional(),
        signature: z.enum(signatureSchemes).optional(),
        form: z.enum(webhookForms).optional().describe('`v3` for a program that expects webhooks of v3'),
        header: z.string().min(1).optional(),
      }),
    ])
    .describe('Where events go'),
  order: z
    .strictObject({
      amount: z.number().min(0.01).default(1500),
      currency: z.enum(currencies as [string, ...string[]]).default('NGN'),
    })
    .prefault({}),
  pay: Request.describe('The customer presses "pay"'),
  answer: z
    .strictObject({
      requires_pin: Request.optional(),
      requires_otp: Request.optional(),
      requires_additional_fields: Request.optional(),
    })
    .prefault({})
    .describe('Where the program itself asks the customer for PIN, OTP or address'),
  look: z
    .strictObject({
      method: z.enum(methods).default('GET'),
      url: Url,
      headers: z.record(z.string(), Filled).default({}),
      status: Pointer.describe('Where in the answer the status is'),
      fulfilled: Pointer.optional().describe('A number, a boolean, or a list whose length counts'),
      paid: Words.describe('Values of status that mean paid'),
      failed: Words.default([]).describe('Values of status that mean failed; all others mean pending'),
    })
    .describe('What the program believes about the order'),
  flows: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Scenario keys, simplest first; every flow that the program can answer unless given'),
  polls: z.boolean().default(false).describe('The program also reads charges by itself'),
  patience: Duration.default(200).describe('Real time that the program may take for its own work'),
  window: Duration.default(86_400_000).describe('Emulated time after which an order must have ended'),
  play: z
    .strictObject({
      also: Deviations.describe('Deviations that are played only when asked for'),
      never: Deviations.describe('Deviations that are not played'),
    })
    .prefault({}),
})

export type Examination = z.output<typeof ExaminationFile>

/** Every verdict that a story can name. */
export const verdictNames: readonly string[] = processorResponseTypes
