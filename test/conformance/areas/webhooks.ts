import { valueAt } from '../kit/answer.ts'
import { type Received, receiver } from '../kit/receiver.ts'
import { area, type Rule } from '../kit/rule.ts'
import { transfer } from '../kit/transfers.ts'
import type { Trial } from '../kit/trial.ts'

/** What causes each event, and how long it takes on the world's clock. */
const causes: Record<string, { after: string; cause(t: Trial): Promise<string> }> = {
  'charge.completed': {
    after: '1s',
    cause: async (t) => (await t.scenario('scenario:noauth')).string('data.reference'),
  },
  'transfer.disburse': { after: '1m', cause: async (t) => (await transfer(t)).string('data.reference') },
  'transfer.reversal': {
    after: '2h',
    cause: async (t) =>
      (await transfer(t, {}, { 'X-Scenario-Key': 'scenario:reversed' })).string('data.reference'),
  },
  'order.authorization': {
    after: '1s',
    cause: async (t) =>
      (await t.service('POST', '/orders', { body: await t.chargeBody() })).string('data.reference'),
  },
  'refund.completed': {
    after: '1m',
    cause: async (t) => {
      const charge = await t.scenario('scenario:noauth')
      await t.service('POST', '/refunds', { body: { charge_id: charge.at('data.id') } })
      return charge.string('data.reference')
    },
  },
}

/** A separate world with an endpoint; its deliveries are read after the clock was advanced. */
async function listening(
  there: Trial,
  statuses: number[],
  look: (t: Trial, received: readonly Received[], url: string) => Promise<void>,
): Promise<void> {
  const { translator } = there.target
  const merchant = await receiver((body) => translator.answer(body), ...statuses)
  try {
    const t = await there.inWorld('conformance-webhooks')
    await t.control('PUT', '/clock', { mode: 'frozen' })
    await t.control('POST', '/webhooks/endpoints', { url: `${merchant.url}/hook` })
    await look(t, merchant.received, merchant.url)
  } finally {
    merchant.close()
  }
}

const advance = async (t: Trial, by: string): Promise<void> => {
  await t.control('POST', '/clock/advance', { by })
  t.session.forgetTokens()
}

const bodyOf = ({ body }: Received): unknown => JSON.parse(body)

/** The deliveries of events about a reference. */
const about = (received: readonly Received[], type: string, reference: string): Received[] =>
  received.filter((one) => {
    const body = bodyOf(one)
    return valueAt(body, 'type') === type && valueAt(body, 'data.reference') === reference
  })

const events = Object.entries(causes).map(
  ([type, { after, cause }]): Omit<Rule, 'area'> => ({
    id: type,
    rule: `${type} is posted as JSON to the merchant's endpoint`,
    basis: 'stated',
    needs: ['token', 'payer', 'secret_key', 'control'],
    check: (there) =>
      listening(there, [], async (t, received) => {
        const reference = await cause(t)
        await advance(t, after)
        const got = about(received, type, reference)
        const seen = received.map((one) => valueAt(bodyOf(one), 'type')).join(', ')
        t.that(
          undefined,
          got.length === 1,
          `one ${type} about ${reference}`,
          `${got.length} of: ${seen || 'nothing'}`,
        )
        const [first] = got
        if (first === undefined) return
        const json = /^application\/json/.test(first.headers['content-type'] ?? '')
        t.that(undefined, first.method === 'POST' && json, 'POST with JSON', `${first.method} ${first.body}`)
      }),
  }),
)

/** contract, Events; only an emulator can be made to send them here. */
export const webhooks = area('webhooks', [
  ...events,
  {
    id: 'confirmed',
    rule: 'HTTP status 200 confirms receipt: what got another answer (204, 302, 500) comes again, what got 200 does not',
    basis: 'stated',
    needs: ['token', 'payer', 'control'],
    check: (there) =>
      listening(there, [204, 302, 500], async (t, received) => {
        const reference = await causes['charge.completed']?.cause(t)
        await advance(t, '1h')
        const got = about(received, 'charge.completed', reference ?? '')
        t.that(undefined, got.length === 4, 'four deliveries, the last one confirmed', `${got.length}`)
        const ids = new Set(got.map((one) => valueAt(bodyOf(one), 'id')))
        t.that(undefined, ids.size === 1, 'the same id each time', [...ids].join(', '))
      }),
  },
  {
    id: 'signed',
    rule: 'A delivery is signed in X-Webhook-Signature, or the header that the vocabulary of the service names',
    basis: 'chosen',
    needs: ['token', 'payer', 'control'],
    check: (there) =>
      listening(there, [], async (t, received) => {
        const reference = await causes['charge.completed']?.cause(t)
        await advance(t, '1s')
        const [got] = about(received, 'charge.completed', reference ?? '')
        const { webhookHeader } = t.target.translator
        const isSigned = got?.headers[webhookHeader.toLowerCase()] !== undefined
        t.that(undefined, isSigned, `a header ${webhookHeader}`, Object.keys(got?.headers ?? {}).join(', '))
      }),
  },
  {
    id: 'charge_method',
    rule: 'charge.completed shows the payment method: its type, and the member that is named after it',
    basis: 'observed',
    needs: ['token', 'payer', 'control'],
    check: (there) =>
      listening(there, [], async (t, received) => {
        const reference = await causes['charge.completed']?.cause(t)
        await advance(t, '1s')
        const [got] = about(received, 'charge.completed', reference ?? '')
        const data = got && valueAt(bodyOf(got), 'data')
        for (const member of ['payment_method_details', 'payment_method']) {
          const method = valueAt(data, member)
          const isCard = valueAt(method, 'type') === 'card' && valueAt(method, 'card.last4') !== undefined
          t.that(undefined, isCard, `${member} with type card and the member card`, JSON.stringify(method))
        }
      }),
  },
  {
    id: 'callback_url',
    rule: 'callback_url of a transfer receives the final transfer response',
    basis: 'stated',
    needs: ['secret_key', 'control'],
    check: (there) =>
      listening(there, [], async (t, received, url) => {
        const made = await transfer(t, { callback_url: `${url}/final` })
        await advance(t, '1m')
        const got = received.filter(({ path }) => path === '/final').map(bodyOf)
        t.that(made, got.length === 1, 'one call of callback_url', `${got.length}`)
        const text = JSON.stringify(got[0] ?? {})
        const final = text.includes(made.string('data.reference')) && text.includes('SUCCESSFUL')
        t.that(made, final, 'the transfer, SUCCESSFUL', text)
      }),
  },
])
