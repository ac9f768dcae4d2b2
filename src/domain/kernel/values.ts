import * as z from 'zod'
import { currencies } from './enums.ts'

/** Bounds of the contract (Limits, Common value types); lengths in characters. */
export const bounds = {
  amountMin: 0.01,
  reference: { min: 6, max: 42 },
  traceId: { min: 12, max: 255 },
  idempotencyKey: { min: 12, max: 255 },
  scenarioKey: { min: 1, max: 1000 },
  nonceLength: 12,
  otpDigits: { min: 4, max: 8 },
  namePart: { min: 2, max: 50 },
  countryCodeDigits: { min: 1, max: 3 },
  phoneDigits: { min: 7, max: 10 },
  additionalFieldsMax: 50,
  /** Seconds. */
  accountExpiresInMax: 432_000,
  accountDisplayName: { min: 3, max: 256 },
  /** Seconds: an access token's lifetime, unless the emulator was started with a different one. */
  tokenLifetime: 600,
} as const

/** Bounds that the contract leaves open (chosen); lengths in characters. */
export const chosenBounds = {
  refundReason: 255,
  txRef: 100,
  narration: 255,
  completeMessage: 300,
  /** Evidence against a chargeback: an address or base64. */
  proof: 100_000,
  /** Deliveries of one event to one endpoint. */
  copies: 20,
  /** Attempts of one delivery; only repeated redelivery reaches it. */
  attempts: 100,
} as const

/** A decimal number that is finite and at least 0.01. */
export const Amount = z
  .number()
  .min(bounds.amountMin, `must be at least ${bounds.amountMin}`)
  .meta({ description: 'Decimal amount, at least 0.01', examples: [1500.5] })

/** A decimal number that is not negative, such as a fee or a tax. */
export const NonNegative = z.number().min(0, 'must not be negative')

export const Currency = z.enum(currencies as [string, ...string[]]).meta({
  id: 'Currency',
  description: 'ISO 4217 code from the list of the service',
  examples: ['NGN'],
})

export const Reference = z
  .string()
  .min(bounds.reference.min, `must have at least ${bounds.reference.min} characters`)
  .max(bounds.reference.max, `must have at most ${bounds.reference.max} characters`)
  .regex(/^[A-Za-z0-9-]*$/, 'must consist of letters, digits and hyphens only')
  .meta({
    description: "The merchant's reference, unique across all its transactions",
    examples: ['order-2030-0001'],
  })

export const Identifier = z.string().min(1, 'must not be empty')

export const Meta = z
  .record(z.string(), z.string())
  .meta({ description: 'Free map of string keys to string values', examples: [{ note: 'from a test' }] })

export const Nonce = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z0-9]{${bounds.nonceLength}}$`),
    `must be exactly ${bounds.nonceLength} letters and digits`,
  )
  .meta({ description: 'Single use, for field-level encryption', examples: ['a1B2c3D4e5F6'] })

export const DateTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({
    format: 'date-time',
    description: 'ISO 8601, UTC, milliseconds',
    examples: ['2030-01-01T00:00:00.000Z'],
  })

/** As browsers read it: they ignore blanks and line breaks in a scheme. */
const carriesScript = (url: string): boolean => /^(javascript|data|vbscript):$/.test(new URL(url).protocol)

/** An absolute address. Schemes that execute scripts are refused, because the payer's browser is sent there. */
export const RedirectUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && (/^https?:/.test(text) || !carriesScript(text)),
    'must be an absolute URL',
  )
  .meta({ description: 'Where the payer goes after payment', examples: ['https://merchant.example/paid'] })

/** A web address that the emulator may call. */
export const WebUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:/i.test(text), 'must be an http or https URL')
  .meta({ examples: ['https://merchant.example/webhooks'] })

const line = z.string().min(1, 'must not be empty')

/** Address (contract, Address). */
export const Address = z.object({
  line1: line.meta({ examples: ['12 Marina Road'] }),
  line2: line.optional(),
  city: line.meta({ examples: ['Lagos'] }),
  state: line.meta({ examples: ['Lagos'] }),
  postal_code: line.meta({ examples: ['101241'] }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two uppercase letters (ISO 3166 alpha-2)')
    .meta({ examples: ['NG'] }),
})

const namePart = z
  .string()
  .min(bounds.namePart.min, `must have at least ${bounds.namePart.min} characters`)
  .max(bounds.namePart.max, `must have at most ${bounds.namePart.max} characters`)
  .regex(
    /^[\p{L}\p{M} ,.'’-]*$/u,
    'must contain only letters, spaces, commas, periods, apostrophes and hyphens',
  )
  .regex(/\p{L}/u, 'must not be made of spaces or symbols only')
  .describe('Letters, spaces, commas, periods, apostrophes and hyphens; at least one letter')

/** Name (contract, Name). */
export const Name = z.object({
  first: namePart.optional().meta({ examples: ['Adaobi'] }),
  middle: namePart.optional().meta({ examples: ['Chioma'] }),
  last: namePart.optional().meta({ examples: ['Okafor'] }),
})

/** Phone (contract, Phone). */
export const Phone = z.object({
  country_code: z
    .string()
    .regex(/^\d{1,3}$/, 'must be 1 to 3 digits')
    .meta({ examples: ['234'] }),
  number: z
    .string()
    .regex(/^\d{7,10}$/, 'must be 7 to 10 digits, unformatted, without the country code')
    .meta({ examples: ['8012345678'] }),
})

export const Email = z.email('must be an e-mail address').meta({ examples: ['adaobi@example.com'] })

/** Converts a schema's snake_case output to the camelCase form used internally. */
export type Camel<T> = T extends readonly (infer I)[]
  ? Camel<I>[]
  : T extends object
    ? { [K in keyof T as K extends string ? CamelKey<K> : K]: K extends 'meta' ? T[K] : Camel<T[K]> }
    : T

type CamelKey<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : S

/** A name in camelCase. */
export const camelKey = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
const snakeKey = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/** A merchant's own map: its keys are never renamed. */
const opaque = new Set(['meta'])

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  if (typeof value !== 'object' || value === null) return value
  const out: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) out[rename(key)] = opaque.has(key) ? item : renameKeys(item, rename)
  return out
}

/** Converts snake_case to camelCase, except for the keys of `meta`. */
export const camelKeys = <T>(value: T): Camel<T> => renameKeys(value, camelKey) as Camel<T>

/** Converts camelCase to snake_case; absent values are omitted. */
export const snakeKeys = (value: object): Record<string, unknown> =>
  renameKeys(value, snakeKey) as Record<string, unknown>
