import { currencies } from '../contract.ts'
import { chargePlace, memberRule } from '../kit/member.ts'
import { randomText } from '../kit/random.ts'
import { area } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** All currencies, or some of them at a foreign address, where each costs a charge. */
const tried = (t: Trial): readonly string[] => {
  if (t.full) return currencies
  t.note(`5 of ${currencies.length} currencies were tried; --full tries them all`)
  return ['NGN', 'GHS', 'USD', 'EUR', 'KES']
}

/** contract, Create a charge: the members of the body, each at both of its bounds. */
const members = [
  memberRule(chargePlace, {
    id: 'amount',
    rule: 'amount: required, number (decimal), minimum 0.01',
    field: 'amount',
    takes: [0.01, 1, 1500.55],
    refuses: [0.009, 0, -1, '10', null, undefined],
    echoed: true,
  }),
  memberRule(chargePlace, {
    id: 'currency',
    rule: 'currency: required, one of the 163 codes of the list',
    field: 'currency',
    takes: tried,
    refuses: ['XXX', 'ngn', 'NG', '', 566, null, undefined],
    echoed: true,
  }),
  memberRule(chargePlace, {
    id: 'reference',
    rule: 'reference: required, letters, digits and hyphen only, length 6 to 42',
    field: 'reference',
    takes: (t) => [t.session.reference(6), t.session.reference(42), `AZ-az-09-${randomText(8)}`],
    refuses: (t) => [
      randomText(5),
      t.session.reference(43),
      '',
      `${randomText(6)}_${randomText(6)}`,
      `${randomText(6)} ${randomText(6)}`,
      `${randomText(6)}.${randomText(6)}`,
      `${randomText(6)}é`,
      123456,
      null,
      undefined,
    ],
    echoed: true,
  }),
  memberRule(chargePlace, {
    id: 'customer_id',
    rule: 'customer_id: required, string',
    field: 'customer_id',
    refuses: [5, '', null, undefined],
  }),
  memberRule(chargePlace, {
    id: 'customer_unknown',
    rule: 'An unknown customer is a 400 on customer_id',
    basis: 'chosen',
    field: 'customer_id',
    refuses: ['cus_nobody00000'],
  }),
  memberRule(chargePlace, {
    id: 'payment_method_id',
    rule: 'payment_method_id: required, string',
    field: 'payment_method_id',
    refuses: [5, '', null, undefined],
  }),
  memberRule(chargePlace, {
    id: 'payment_method_unknown',
    rule: 'An unknown payment method is a 400 on payment_method_id',
    basis: 'chosen',
    field: 'payment_method_id',
    refuses: ['pmd_nothing0000'],
  }),
  memberRule(chargePlace, {
    id: 'meta',
    rule: 'meta: optional, map of string keys to string values',
    field: 'meta',
    takes: [undefined, {}, { order: '5', 'a key': '' }],
    refuses: ['text', ['a']],
    echoed: true,
  }),
  memberRule(chargePlace, {
    id: 'meta_values',
    rule: 'meta: its values are strings',
    field: 'meta.count',
    refuses: [5, true, null, { deep: 'x' }],
  }),
  memberRule(chargePlace, {
    id: 'redirect_url',
    rule: 'redirect_url: optional, string, a URL',
    field: 'redirect_url',
    takes: [undefined, 'https://shop.example/back?order=5'],
    refuses: ['not a url', 5],
    echoed: true,
  }),
  memberRule(chargePlace, {
    id: 'authorization',
    rule: 'authorization: optional, object',
    field: 'authorization',
    refuses: ['pin', 5],
  }),
  memberRule(chargePlace, {
    id: 'recurring',
    rule: 'recurring: optional, boolean',
    field: 'recurring',
    takes: [undefined, true, false],
    refuses: ['true', 1],
  }),
  memberRule(chargePlace, {
    id: 'order_id',
    rule: 'order_id: optional, string',
    field: 'order_id',
    refuses: [5, { id: 'x' }],
  }),
  memberRule(chargePlace, {
    id: 'merchant_vat_amount',
    rule: 'merchant_vat_amount: optional, number (decimal)',
    field: 'merchant_vat_amount',
    takes: [undefined, 7.55],
    refuses: ['7.5', true],
  }),
]

export const charges = [
  ...area('charges', members),
  ...area('charges', [
    {
      id: 'created',
      rule: 'A charge is created with 201; the body has status (success or failed), message (string) and data',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const answer = await t.charge()
        t.status(answer, 201)
        t.that(answer, ['success', 'failed'].includes(answer.string('status')), 'status: success or failed')
        t.that(answer, typeof answer.at('message') === 'string', 'message: a text')
        t.that(answer, typeof answer.at('data') === 'object', 'data: the charge')
        t.that(answer, /^application\/json/.test(answer.headers.get('content-type') ?? ''), 'a JSON body')
      },
    },
    {
      id: 'reference_unique',
      rule: "reference must be unique across all the merchant's transactions: a second charge with it is a 409",
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const reference = t.session.reference()
        t.status(await t.charge({ reference }), 201)
        t.status(await t.charge({ reference }), 409, 'the reference is taken')
        t.status(await t.charge({ reference, amount: 2 }), 409, 'the reference is taken, whatever the amount')
      },
    },
    {
      id: 'reference_after_refusal',
      rule: 'A refused request leaves its reference free',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const reference = t.session.reference()
        t.status(await t.charge({ reference, amount: 0 }), 400)
        t.status(await t.charge({ reference }), 201)
      },
    },
    {
      id: 'recurring_terminal',
      rule: 'recurring true bypasses authorization flows and always returns a terminal status',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        for (const key of ['scenario:auth_pin', 'scenario:auth_3ds']) {
          const answer = await t.scenario(key, { recurring: true })
          t.status(answer, 201)
          const terminal = ['succeeded', 'failed'].includes(answer.string('data.status'))
          t.that(
            answer,
            terminal && !answer.at('data.next_action'),
            'succeeded or failed, without a next action',
          )
        }
      },
    },
    {
      id: 'recurring_default',
      rule: 'recurring is false by default: the authorization flow is gone through',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const answer = await t.waiting('scenario:auth_pin', 'requires_pin')
        t.equal(answer, 'data.status', 'pending')
      },
    },
    {
      id: 'json_only',
      rule: 'Content-Type is application/json; another one, or none, is a 400',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const body = JSON.stringify(await t.chargeBody())
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
          t.status(
            await t.service('POST', '/charges', { body, headers: { 'content-type': type } }),
            400,
            type,
          )
      },
    },
    {
      id: 'malformed',
      rule: 'A body that is no JSON object is a 400',
      basis: 'stated',
      needs: ['token'],
      async check(t) {
        for (const body of ['{"amount": 1', '[]', '"text"', '5', 'null'])
          t.status(await t.service('POST', '/charges', { body }), 400, body)
      },
    },
    {
      id: 'all_fields',
      rule: 'Each offending field gets an entry in error.validation_errors, all in one answer',
      basis: 'observed',
      needs: ['token'],
      async check(t) {
        const answer = await t.service('POST', '/charges', { body: {} })
        for (const field of ['amount', 'currency', 'reference', 'customer_id', 'payment_method_id'])
          t.refusesField(answer, field, 'all required members are missing')
      },
    },
    {
      id: 'unknown_members',
      rule: 'Members that nobody knows are ignored',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        t.status(await t.charge({ no_such_member: 'x' }), 201)
      },
    },
    {
      id: 'double_slash',
      rule: 'Double slashes in a path count as one',
      basis: 'observed',
      needs: ['token'],
      async check(t) {
        t.status(await t.service('POST', '//charges', { body: {} }), 400, 'an empty body at //charges')
      },
    },
  ]),
]
