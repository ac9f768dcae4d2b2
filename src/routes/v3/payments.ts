import * as z from 'zod'
import { linkUrlOf } from '../../domain/checkout/model.ts'
import { customerByEmail } from '../../domain/customer/commands.ts'
import { type PaymentMethodType, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import { Instant } from '../../domain/kernel/instant.ts'
import { Currency, Email, RedirectUrl } from '../../domain/kernel/values.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { serviceHeaders } from '../service/common.ts'
import { PhoneText, TxRef, text, toMeta, toPerson, V3Meta } from './checkout-schemas.ts'
import { V3Envelope } from './envelope.ts'
import { V3Amount } from './transfer-schemas.ts'

/** How long a payer has, and how often a failed payment may be tried again, unless the request says so (chosen). */
const usual = { minutes: 24 * 60, retries: 3 } as const

const Retries = z.int().min(0).max(20).nullish().describe('How often a failed payment may be tried again')
const Minutes = z.int().min(1).max(525_600).nullish().describe('Minutes until the link expires')

const PaymentBody = z.object({
  tx_ref: TxRef,
  amount: V3Amount.describe('Amount to pay').meta({ examples: [2500] }),
  currency: Currency.default('NGN')
    .describe('Currency of the payment')
    .meta({ examples: ['NGN'] }),
  redirect_url: RedirectUrl.describe(
    'Where the payer goes in the end, with status, tx_ref and transaction_id',
  ).meta({ examples: ['https://merchant.example/paid'] }),
  customer: z
    .object({
      email: Email,
      name: text(200)
        .nullish()
        .meta({ examples: ['Adaobi Okafor'] }),
      phonenumber: PhoneText,
      phone_number: PhoneText.describe('The same as phonenumber'),
    })
    .describe('The payer'),
  payment_options: text(500)
    .nullish()
    .describe('Payment methods that the payer may choose, separated by commas; all by default')
    .meta({ examples: ['card, ussd, banktransfer'] }),
  meta: V3Meta,
  customizations: z
    .object({ title: text(200).nullish(), description: text(1000).nullish(), logo: text(2000).nullish() })
    .nullish()
    .describe('What the page shows: a title and a description'),
  configurations: z
    .object({ session_duration: Minutes, max_retry_attempt: Retries })
    .nullish()
    .describe('The same as the members of these names beside it'),
  max_retry_attempt: Retries.meta({ examples: [3] }),
  session_duration: Minutes,
  link_expiration: Instant.nullish().describe('When the link expires'),
})

/** The words of `payment_options`, and the payment method that each means. Blanks, hyphens and underscores do not count. */
const options: Readonly<Record<string, PaymentMethodType>> = {
  account: 'bank_account',
  mpesa: 'mobile_money',
  ...Object.fromEntries(
    ['', 'ghana', 'uganda', 'rwanda', 'zambia', 'tanzania', 'franco'].map(
      (country) => [`mobilemoney${country}`, 'mobile_money'] as const,
    ),
  ),
  ...Object.fromEntries(paymentMethodTypes.map((type) => [type.replaceAll('_', ''), type])),
}

/** The payment methods of `payment_options`; all if it names none that is known. */
function methodsOf(words: string | null | undefined, warn: (message: string) => void): PaymentMethodType[] {
  const chosen = new Set<PaymentMethodType>()
  for (const word of (words ?? '').split(/[,|;]/)) {
    const name = word.toLowerCase().replace(/[\s_-]/g, '')
    const method = Object.hasOwn(options, name) ? options[name] : undefined
    if (method) chosen.add(method)
    else if (name !== '') warn(`payment_options: "${word.trim()}" is not offered here and was ignored`)
  }
  return chosen.size > 0 ? [...chosen] : [...paymentMethodTypes]
}

const messages = { created: 'Hosted Link', disabled: 'Payment link disabled' } as const
const common = {
  method: 'post',
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 payments',
  headers: serviceHeaders,
} as const

export const paymentOperations = [
  operation({
    ...common,
    id: 'createPaymentLink',
    creates: 'charge',
    path: '/v3/payments',
    summary: 'Create a hosted payment',
    description:
      'Answers with the address of a page on which the payer chooses a payment method and pays. In the end the browser goes to redirect_url with status (successful, cancelled or failed), tx_ref and transaction_id. The scenario key of this request is that of the charge.',
    body: PaymentBody,
    responses: {
      200: V3Envelope(
        messages.created,
        z.strictObject({
          link: z.string().meta({ examples: ['http://localhost:4290/_emulator/pay/lnk_sample00000001'] }),
        }),
      ),
    },
    subject: ({ body, world }) => ({
      reference: body.tx_ref,
      email: body.customer.email,
      customerId: customerByEmail(world.state, body.customer.email)?.id,
      amount: Number(body.amount),
      currency: body.currency,
      meta: toMeta(body.meta),
    }),
    handle: ({ world, body, plan, baseUrl, warn }) => {
      const { configurations: more, customer } = body
      const minutes = body.session_duration ?? more?.session_duration ?? usual.minutes
      const link = world.dispatch('link.create', {
        txRef: body.tx_ref,
        amount: Number(body.amount),
        currency: body.currency,
        redirectUrl: body.redirect_url,
        person: toPerson(
          { ...customer, phone: customer.phonenumber ?? customer.phone_number },
          body.currency,
        ),
        methods: methodsOf(body.payment_options, warn),
        meta: toMeta(body.meta) ?? {},
        title: body.customizations?.title ?? undefined,
        description: body.customizations?.description ?? undefined,
        retries: body.max_retry_attempt ?? more?.max_retry_attempt ?? usual.retries,
        expiresAt: body.link_expiration ?? world.now() + minutes * 60_000,
        baseUrl,
        plan,
      })
      return success(200, messages.created, { link: linkUrlOf(link) })
    },
  }),
  operation({
    ...common,
    id: 'setPaymentLinkDisabled',
    path: '/v3/payments/link/disable',
    summary: 'Disable a hosted payment: its payer can no longer choose a payment method',
    description: 'A payment that has begun goes on.',
    body: z.object({
      link: text(2000)
        .describe('The address that POST /v3/payments answered with, or the id at its end')
        .meta({ examples: ['http://localhost:4290/_emulator/pay/lnk_sample00000001'] }),
    }),
    responses: { 200: V3Envelope(messages.disabled, z.null()) },
    refusals: [404],
    handle: ({ world, body }) => {
      world.dispatch('link.disable', { id: body.link.split('/').at(-1) ?? '' })
      return success(200, messages.disabled, null)
    },
  }),
]
