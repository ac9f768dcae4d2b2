import { describe, expect, test } from 'vitest'
import { judge } from '../../src/examiner/laws.ts'
import { parseStory } from '../../src/examiner/story.ts'
import type { ChargeFact, Look, Trace } from '../../src/examiner/trace.ts'

const none = { succeeded: 0, failed: 0, pending: 0 }
const charge = (status: string, more: Partial<ChargeFact> = {}): ChargeFact => ({
  id: 'chg_1',
  reference: 'ref-1',
  amount: 1500,
  currency: 'NGN',
  status,
  refunded: false,
  ...more,
})
const look = (
  belief: Look['belief'],
  charges: Partial<Look['charges']> = {},
  more: Partial<Look> = {},
): Look => ({
  step: 1,
  belief,
  fulfilled: belief === 'paid' ? 1 : 0,
  charges: { ...none, ...charges },
  forged: 'no',
  ...more,
})
const paid = look('paid', { succeeded: 1 })

const trace = (more: Partial<Trace>): Trace => ({
  order: { id: 'order-1', amount: 1500, currency: 'NGN' },
  deviations: [],
  looks: [paid],
  charges: [charge('succeeded')],
  webhooks: [],
  customerGone: false,
  unserved: false,
  down: undefined,
  stuck: undefined,
  ...more,
})
const under = (words: string) => parseStory(`scenario:noauth issuer:approved ${words}`).deviations

describe('a law is kept', () => {
  test.each<[string, Partial<Trace>]>([
    ['a paid order whose charge has succeeded', {}],
    [
      'a failed order whose charge has failed',
      { looks: [look('failed', { failed: 1 })], charges: [charge('failed')] },
    ],
    [
      'a pending order whose charge is pending',
      { looks: [look('pending', { pending: 1 })], charges: [charge('pending')] },
    ],
    ['a pending order without a charge', { looks: [look('pending')], charges: [] }],
    [
      'a pending order whose customer has gone, though the charge has failed',
      { looks: [look('pending', { failed: 1 })], charges: [charge('failed')], customerGone: true },
    ],
    ['what cannot be told', { looks: [look(undefined, { succeeded: 1 }, { fulfilled: undefined })] }],
    ['fulfilment that is not told', { looks: [look('paid', { succeeded: 1 }, { fulfilled: undefined })] }],
    [
      'a second charge that was refunded',
      { charges: [charge('succeeded'), charge('succeeded', { id: 'chg_2', refunded: true })] },
    ],
    [
      'an order that is taken in parts',
      {
        charges: [
          charge('voided'),
          charge('succeeded', { amount: 500 }),
          charge('succeeded', { amount: 1000 }),
        ],
      },
    ],
    [
      'an order that a refused customer left to a charge that is still open',
      { looks: [look('pending', { pending: 1 })], charges: [charge('pending')], unserved: true },
    ],
    ['a forged webhook after the payment', { looks: [paid, { ...paid, forged: 'just' }] }],
    [
      'a forged webhook that makes the program read the charge',
      {
        looks: [look('pending', { failed: 1 }), look('failed', { failed: 1 }, { forged: 'just' })],
        charges: [charge('failed')],
      },
    ],
    [
      'a webhook that was answered in the end',
      { webhooks: [{ type: 'charge.completed', answers: ['503', '200'], status: 'delivered' }] },
    ],
    [
      'a webhook that is still on its way',
      { webhooks: [{ type: 'charge.completed', answers: [], status: 'open' }] },
    ],
    [
      'a webhook that was never sent',
      {
        deviations: under('webhook_lost@1'),
        webhooks: [{ type: 'charge.completed', answers: [], status: 'dead' }],
      },
    ],
  ])('by %s', (_, facts) => {
    expect(judge(trace(facts))).toEqual([])
  })
})

describe('a law is broken', () => {
  test.each<[string, string[], Partial<Trace>]>([
    [
      'a paid order without a charge',
      ['paid_iff_succeeded', 'never_early'],
      { looks: [look('paid')], charges: [] },
    ],
    [
      'a pending order whose charge has succeeded',
      ['paid_iff_succeeded', 'ends'],
      { looks: [look('pending', { succeeded: 1 })] },
    ],
    [
      'a failed order whose charge has succeeded',
      ['paid_iff_succeeded'],
      { looks: [look('failed', { succeeded: 1 })] },
    ],
    ['two shipments', ['fulfilled_once'], { looks: [look('paid', { succeeded: 1 }, { fulfilled: 2 })] }],
    [
      'no shipment of a paid order',
      ['fulfilled_once'],
      { looks: [look('paid', { succeeded: 1 }, { fulfilled: 0 })] },
    ],
    [
      'paid before the charge has succeeded',
      ['never_early'],
      { looks: [look('paid', { pending: 1 }), paid] },
    ],
    [
      'shipped before the charge has succeeded',
      ['never_early'],
      { looks: [look('pending', { pending: 1 }, { fulfilled: 1 }), paid] },
    ],
    [
      'two charges that succeed',
      ['one_charge'],
      { charges: [charge('succeeded'), charge('succeeded', { id: 'chg_2' })] },
    ],
    [
      'a forged webhook that is believed, and nothing else by what follows from it',
      ['forged_ignored'],
      {
        looks: [look('pending', { pending: 1 }), look('paid', { pending: 1 }, { forged: 'just' })],
        charges: [charge('pending')],
      },
    ],
    [
      'a forged webhook that fails the order',
      ['forged_ignored'],
      {
        looks: [look('pending', { pending: 1 }), look('failed', { pending: 1 }, { forged: 'just' })],
        charges: [charge('pending')],
      },
    ],
    ['another amount', ['right_amount'], { charges: [charge('succeeded', { amount: 15 })] }],
    ['another currency', ['right_amount'], { charges: [charge('succeeded', { currency: 'USD' })] }],
    [
      'a webhook that nobody answers with 200',
      ['acknowledges'],
      { webhooks: [{ type: 'charge.completed', answers: ['204'], status: 'dead' }] },
    ],
    [
      'an order that stays pending though its charge has failed',
      ['ends'],
      { looks: [look('pending', { failed: 1 })], charges: [charge('failed')] },
    ],
    [
      'an order that stays pending though its charge has failed, whose customer was refused',
      ['ends'],
      { looks: [look('pending', { failed: 1 })], charges: [charge('failed')], unserved: true },
    ],
    [
      'an order that was shipped before the forged webhook came, and not because of it',
      ['never_early'],
      {
        looks: [
          look('pending', { failed: 1 }, { fulfilled: 1 }),
          look('pending', { failed: 1 }, { fulfilled: 1, forged: 'just' }),
          look('failed', { failed: 1 }, { fulfilled: 1, forged: 'before' }),
        ],
        charges: [charge('failed')],
      },
    ],
    [
      'an order that was shipped too early, and is paid because of a forged webhook',
      ['never_early', 'forged_ignored'],
      {
        looks: [
          look('pending', { failed: 1 }, { fulfilled: 1 }),
          look('paid', { failed: 1 }, { fulfilled: 1, forged: 'just' }),
        ],
        charges: [charge('failed')],
      },
    ],
    [
      'a program that ended, and nothing else',
      ['stays_up'],
      { down: 'it ended', looks: [look('paid')], charges: [] },
    ],
    ['a next customer who cannot pay', ['recovers'], { stuck: 'no longer' }],
  ])('by %s', (_, broken, facts) => {
    expect(judge(trace(facts)).map(({ law }) => law)).toEqual(broken)
  })
})
