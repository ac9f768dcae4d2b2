import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { lastAttempt, linkUrlOf, type PaymentLink, stateOf } from '../../domain/checkout/model.ts'
import { phoneIn } from '../../domain/checkout/person.ts'
import { customerByEmail } from '../../domain/customer/commands.ts'
import { type PaymentMethodType, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import { invalidField } from '../../domain/kernel/errors.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { passesLuhn } from '../../domain/kernel/luhn.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { ruleOnPage } from '../../http/rules.ts'
import { admit, type PageContext, type PageEnv, readForm, refuseInvalid } from '../kit/app.ts'
import { sendPage } from '../kit/page.ts'
import type { View } from '../kit/view.ts'
import { expiredPage, linkPage } from './link-page.ts'
import { backFrom, goOn, wayFromLink } from './return.ts'

const Chosen = z.object({
  method: z.enum(['', ...paymentMethodTypes]).default(''),
  cancel: z.string().max(10).optional(),
  card_number: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine((digits) => digits === '' || (/^\d{12,19}$/.test(digits) && passesLuhn(digits)), {
      error: 'must be a card number: 12 to 19 digits that pass the checksum (Luhn)',
    })
    .default(''),
  expiry: z
    .string()
    .regex(/^(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/, 'must be month and year, such as 08/32')
    .default('12/39'),
  cvv: z
    .string()
    .regex(/^(\d{3,4})?$/, 'must be 3 or 4 digits')
    .default(''),
  network: z.string().max(100).default('MTN'),
  phone: z.string().max(30).default(''),
})
type Choice = z.output<typeof Chosen>

/** The pages of hosted payments, on which a payer chooses a payment method. */
export function linkPages(emulator: Emulator): Hono<PageEnv> {
  const path = '/_emulator/pay/:id{lnk_[^/]+}'
  const app = new Hono<PageEnv>()
  app.get(path, admit(emulator, 'open'), (c) => show(c, find(c.var.view)))
  app.post(
    path,
    admit(emulator, 'open'),
    readForm(emulator),
    zValidator('form', Chosen, refuseInvalid),
    (c) => {
      const { view } = c.var
      const link = find(view)
      const choice = c.req.valid('form')
      const last = lastAttempt(link, view.world.state.charges)
      if (choice.cancel !== undefined)
        return goOn(
          c,
          backFrom(link, 'cancelled', last) ?? { to: linkUrlOf(link), isMerchants: false },
          'cancelled',
        )
      const charge = pay(c, link, choice)
      return show(c, mustFind(view.world.state, 'links', link.id), charge)
    },
  )
  return app
}

const find = ({ world, param }: View): PaymentLink => mustFind(world.state, 'links', param('id'))

/** What the payer sees of a hosted payment: the choice, or where its newest attempt leads. */
function show(
  c: PageContext,
  link: PaymentLink,
  last: Charge | undefined = lastAttempt(link, c.var.view.world.state.charges),
): Response | Promise<Response> {
  const { view } = c.var
  const now = view.world.now()
  const state = stateOf(link, last, now)
  if (state === 'open' && c.req.method === 'GET')
    return sendPage(c, linkPage(view, link, last), { framed: true })
  if (state === 'expired') return sendPage(c, expiredPage(view, link, last), { framed: true, status: 200 })
  if (last === undefined) throw invalidField('method', 'must be one of the payment methods of the page')
  return goOn(c, wayFromLink(link, last, now, false), last.status)
}

/** Creates the charge of a choice. */
function pay(c: PageContext, link: PaymentLink, choice: Choice): Charge {
  const { world, emulator } = c.var.view
  const type = link.methods.find((method) => method === choice.method)
  if (type === undefined)
    throw invalidField('method', `must be one of ${link.methods.join(', ')}, which this payment offers`)
  const details = detailsOf[type](choice, link)
  const { person, amount, currency, txRef, meta } = link
  const customer = customerByEmail(world.state, person.email)
  const rule =
    link.plan.key === ''
      ? ruleOnPage(
          { c, emulator, world },
          {
            reference: txRef,
            email: person.email,
            customerId: customer?.id,
            amount,
            currency,
            meta,
            paymentMethodType: type,
            ...(type === 'card' && { paymentMethod: { type, details: ends(choice.card_number) } }),
          },
        )
      : undefined
  const plan = rule?.plan ?? link.plan
  const means = { type, details, deviceFingerprint: undefined, clientIp: undefined }
  const charge = world.dispatch('link.pay', { id: link.id, means, plan })
  rule?.use()
  if (plan.sequence) world.dispatch('sequence.use', { plan, customerId: charge.customer.id })
  return charge
}

const ends = (number: string) => ({ first6: number.slice(0, 6), last4: number.slice(-4) })

const nothing = (): object => ({})

/** What a payer enters for each payment method. */
const detailsOf: Record<PaymentMethodType, (choice: Choice, link: PaymentLink) => object> = {
  card: ({ card_number: number, expiry, cvv }) => {
    const [month, year] = expiry.split('/').map((part) => Number(part.trim()))
    if (number === '') throw invalidField('card_number', 'must not be empty')
    return { number, expiryMonth: month, expiryYear: year, ...(cvv !== '' && { cvv }) }
  },
  mobile_money: ({ network, phone }, { currency, person }) => {
    const { countryCode, number } =
      phoneIn(phone, currency) ?? (phone === '' ? person.phone : undefined) ?? {}
    if (number === undefined) throw invalidField('phone', 'must be a phone number')
    return { network: network.trim() || 'MTN', countryCode, phoneNumber: number }
  },
  bank_transfer: () => ({ accountType: 'dynamic' }),
  bank_account: nothing,
  ussd: nothing,
  walletpay: nothing,
  devicewallet_a: nothing,
  devicewallet_b: nothing,
}
