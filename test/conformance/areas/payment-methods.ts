import { z } from 'zod'
import { WirePaymentMethod } from '../../../src/wire/payment-method.ts'
import { cardNetworks, paymentMethodTypes } from '../contract.ts'
import { withMember } from '../kit/answer.ts'
import { address, card, methodMembers } from '../kit/bodies.ts'
import { type Member, memberRule, resourcePlace } from '../kit/member.ts'
import { encrypt, newNonce } from '../kit/random.ts'
import { area, type Rule, Skipped } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'
import { absent } from './absent.ts'
import { addressMembers } from './values.ts'

/** A request for a payment method of a type, of the payer. */
async function body(t: Trial, type: string): Promise<object> {
  const { customerId } = await t.session.payer()
  return { type, customer_id: customerId, [type]: methodMembers(t.target)[type] }
}

const of = (type: string) => resourcePlace('/payment-methods', (t) => body(t, type))

const bankTransfer: Member[] = [
  {
    id: 'account_type',
    rule: 'bank_transfer.account_type: required, static or dynamic',
    field: 'bank_transfer.account_type',
    takes: ['static', 'dynamic'],
    refuses: ['other', '', undefined],
    echoed: true,
  },
  {
    id: 'account_expires_in',
    rule: 'bank_transfer.account_expires_in: optional, integer, at most 432000',
    field: 'bank_transfer.account_expires_in',
    takes: [undefined, 60, 432000],
    refuses: [432001, 60.5, '60'],
    echoed: true,
  },
  {
    id: 'account_display_name',
    rule: 'bank_transfer.account_display_name: optional, 3 to 256 characters',
    field: 'bank_transfer.account_display_name',
    takes: [undefined, 'Ada', 'A'.repeat(256)],
    refuses: ['Ad', 'A'.repeat(257), '', 5],
    echoed: true,
  },
]

const mobileMoney: Member[] = ['network', 'country_code', 'phone_number'].map((name) => ({
  id: `mobile_money_${name}`,
  rule: `mobile_money.${name}: required, string`,
  field: `mobile_money.${name}`,
  refuses: [undefined, 5],
}))

const cardMembers: Member[] = [
  ...['recurring_amount_variability', 'agreement_type'].map((name, index) => ({
    id: `cof_${name}`,
    rule: `card.cof.${name}: the only allowed value is ${index === 0 ? 'VARIABLE' : 'UNSCHEDULED'}`,
    field: `card.cof.${name}`,
    around: (t: Trial) => ({ card: { ...card(t.target), cof: { enabled: true } } }),
    takes: [index === 0 ? 'VARIABLE' : 'UNSCHEDULED', undefined],
    refuses: ['FIXED', ''],
    echoed: true as const,
  })),
  {
    id: 'cof_enabled',
    rule: 'card.cof.enabled: required, boolean',
    field: 'card.cof.enabled',
    around: (t) => ({ card: { ...card(t.target), cof: { agreement_id: 'a' } } }),
    takes: [true, false],
    refuses: ['true', undefined],
    echoed: true,
  },
]

const billing: Member[] = addressMembers('billing_').map((member) => ({
  ...member,
  field: `card.billing_address.${member.field}`,
  around: (t) => ({ card: { ...card(t.target), billing_address: address } }),
}))

/** Optional texts, by the type that has them. */
const texts: [type: string, name: string][] = [
  ['card', 'card_holder_name'],
  ['devicewallet_a', 'card_holder_name'],
  ['devicewallet_b', 'card_holder_name'],
  ['ussd', 'account_bank'],
  ['mobile_money', 'qr_code'],
  ['bank_transfer', 'originator_bank_name'],
  ['bank_transfer', 'originator_name'],
]

const shownTexts = texts.map(([type, name]) =>
  memberRule(of(type), {
    id: `${type}_${name}`,
    rule: `${type}.${name}: optional, string, shown`,
    field: `${type}.${name}`,
    takes: [undefined, 'Adaobi'],
    refuses: [5],
    echoed: true,
  }),
)

/** A card with encrypted details; without a key they are arbitrary text, which an emulator accepts. */
const sealed = (t: Trial, nonce: string) => ({
  nonce,
  encrypted_card_number: encrypt(t.target.cardNumber, nonce, t.target.encryptionKey),
  encrypted_expiry_month: encrypt('09', nonce, t.target.encryptionKey),
  encrypted_expiry_year: encrypt('32', nonce, t.target.encryptionKey),
})

const encrypted: Member = {
  id: 'card_nonce',
  rule: 'card.nonce, beside encrypted fields: exactly 12 characters, letters and digits only',
  field: 'card.nonce',
  around: (t) => ({ card: sealed(t, newNonce()) }),
  refuses: () => [newNonce().slice(1), `${newNonce()}x`, `${newNonce().slice(1)}-`, undefined],
}

/** What is shown of a card (contract, Card). */
const ShownCard = z.looseObject({
  expiry_month: z.int(),
  expiry_year: z.int(),
  first6: z.string().length(6),
  last4: z.string().length(4),
  network: z.enum(cardNetworks as [string, ...string[]]),
})

/** contract, Payment method; the operations are not shown. */
export const paymentMethods: Rule[] = absent(
  '/payment-methods',
  area('payment_methods', [
    ...paymentMethodTypes.map((type) => ({
      id: `type_${type}`,
      rule: `type ${type}: id, type, customer_id, created_datetime and the member ${type}`,
      basis: 'stated' as const,
      needs: ['token', 'payer'] as const,
      async check(t: Trial) {
        const answer = await t.service('POST', '/payment-methods', { body: await body(t, type) })
        t.status(answer, 201)
        t.equal(answer, 'data.type', type)
        t.fits(answer, WirePaymentMethod, 'data')
      },
    })),
    {
      id: 'type_unknown',
      rule: 'type is one of the eight kinds',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const { customerId } = await t.session.payer()
        const cash = { type: 'cash', customer_id: customerId, cash: {} }
        t.refusesField(
          await t.service('POST', '/payment-methods', { body: cash }),
          'type',
          'there is no cash',
        )
      },
    },
    {
      id: 'card_shown',
      rule: 'card: expiry_month, expiry_year, first6 (exactly 6 characters), last4 (exactly 4) and network (one of seven); nothing else of its number',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const answer = await t.service('POST', '/payment-methods', { body: await body(t, 'card') })
        const { cardNumber } = t.target
        t.status(answer, 201)
        t.fits(answer, ShownCard, 'data.card')
        t.equal(answer, 'data.card.first6', cardNumber.slice(0, 6))
        t.equal(answer, 'data.card.last4', cardNumber.slice(-4))
        t.that(answer, !answer.text.includes(cardNumber), 'an answer without the card number')
      },
    },
    {
      id: 'fetched',
      rule: 'GET /payment-methods/{id} gives the payment method; an unknown id is a 404',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const { paymentMethodId } = await t.session.payer()
        const answer = await t.service('GET', `/payment-methods/${paymentMethodId}`)
        t.status(answer, 200)
        t.equal(answer, 'data.id', paymentMethodId)
        t.fits(answer, WirePaymentMethod, 'data')
        t.status(await t.service('GET', '/payment-methods/pmd_nothing0000'), 404)
      },
    },
    ...['meta', 'device_fingerprint', 'client_ip'].map((name) => ({
      id: name,
      rule: `${name} is kept and shown`,
      basis: 'stated' as const,
      needs: ['token', 'payer'] as const,
      async check(t: Trial) {
        const value = name === 'meta' ? { label: 'blue card' } : name === 'client_ip' ? '192.0.2.10' : 'fp-1'
        const sent = { ...(await body(t, 'card')), [name]: value }
        t.equal(await t.service('POST', '/payment-methods', { body: sent }), `data.${name}`, value)
      },
    })),
    {
      id: 'card_encrypted',
      rule: 'Card details may come encrypted, field by field, with a nonce that is single use',
      basis: 'observed',
      needs: ['token', 'payer'],
      async check(t) {
        if (!t.target.emulator && t.target.encryptionKey === undefined)
          throw new Skipped('needs --encryption-key')
        const { customerId } = await t.session.payer()
        const card = sealed(t, newNonce())
        const send = () =>
          t.service('POST', '/payment-methods', { body: { type: 'card', customer_id: customerId, card } })
        const answer = await send()
        t.status(answer, 201)
        t.equal(answer, 'data.card.last4', t.target.cardNumber.slice(-4))
        t.refusesField(await send(), 'card.nonce', 'the second use')
      },
    },
    {
      id: 'bank_transfer_originator_account_number',
      rule: 'bank_transfer.originator_account_number: optional, string, shown masked',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const number = '0123456789'
        const sent = withMember(
          await body(t, 'bank_transfer'),
          'bank_transfer.originator_account_number',
          number,
        )
        const answer = await t.service('POST', '/payment-methods', { body: sent })
        t.status(answer, 201)
        const shown = answer.string('data.bank_transfer.originator_account_number')
        t.that(answer, shown !== '' && shown !== number, 'a masked originator_account_number')
      },
    },
    memberRule(of('card'), encrypted),
    ...shownTexts,
    ...bankTransfer.map((member) => memberRule(of('bank_transfer'), member)),
    ...mobileMoney.map((member) => memberRule(of('mobile_money'), member)),
    ...[...cardMembers, ...billing].map((member) => memberRule(of('card'), member)),
  ]),
)
