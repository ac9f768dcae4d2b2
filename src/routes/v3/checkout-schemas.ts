import * as z from 'zod'
import type { Person } from '../../domain/checkout/model.ts'
import { nameIn, phoneIn } from '../../domain/checkout/person.ts'
import { chosenBounds, Email } from '../../domain/kernel/values.ts'

export const text = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `must have at most ${max} characters`)

const plainText = text(chosenBounds.txRef).regex(/^\P{Cc}*$/u, 'must not contain control characters')

/** A text that some programs send as a number. */
const orNumber = <S extends z.ZodType<string>>(schema: S, rule: string) =>
  z.union([z.int().min(0).transform(String), schema], { error: rule })

/** Same as the service: any text, and programs send a time in milliseconds too. */
export const TxRef = orNumber(plainText, `must be a text of 1 to ${chosenBounds.txRef} characters`)
  .describe("The merchant's reference, unique across all its transactions; any text")
  .meta({ examples: ['order-0002'] })

export const PhoneText = orNumber(text(50), 'must be a phone number')
  .nullish()
  .describe('Phone number, international or as in the country of the currency')
  .meta({ examples: ['08012345678'] })

/** Digits that some programs send as a number: a PIN, an OTP. */
export const Digits = (pattern: RegExp, rule: string) => orNumber(z.string().regex(pattern, rule), rule)

/** Same as the service: values of any kind, or a list of `metaname` and `metavalue`. Stored as texts. */
export const V3Meta = z
  .union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown())).max(50)], {
    error: 'must be an object',
  })
  .nullish()
  .describe('Information of the merchant; values are stored as texts')

/** `meta` as a map of texts. */
export function toMeta(meta: z.output<typeof V3Meta>): Record<string, string> | undefined {
  if (meta == null) return undefined
  const pairs = Array.isArray(meta)
    ? meta.map(({ metaname, metavalue, ...rest }, index) => [
        String(metaname ?? index),
        metavalue ?? (metaname === undefined ? rest : ''),
      ])
    : Object.entries(meta)
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value ?? '')]),
  )
}

/** The members in which direct charges name their payer. */
export const payerMembers = {
  email: Email.describe("The payer's e-mail address: a known one is that of a customer").meta({
    examples: ['adaobi@example.com'],
  }),
  fullname: text(200)
    .nullish()
    .describe("The payer's name")
    .meta({ examples: ['Adaobi Okafor'] }),
  phone_number: PhoneText,
}

/** The payer of a request. */
export const toPerson = (
  {
    email,
    name,
    phone,
  }: { email: string; name?: string | null | undefined; phone?: string | null | undefined },
  currency: string,
): Person => ({ email, name: nameIn(name ?? undefined), phone: phoneIn(phone ?? undefined, currency) })
