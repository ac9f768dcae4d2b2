import { describe, expect, test } from 'vitest'
import { examine, type Order, type ServiceAddress } from '../../src/examine.ts'

type Mistake =
  | 'none'
  | 'no_secret'
  | 'any_secret'
  | 'trusts_body'
  | 'trusts_failure'
  | 'trusts_amount'
  | 'any_transaction'
  | 'first_try_ends'
  | 'cancelled_is_failed'

interface Transaction {
  id: number
  tx_ref: string
  status: string
  amount: number
  currency: string
}

/** A shop in this process whose customers pay on a hosted page of v3. */
function shopOf(mistake: Mistake) {
  const orders = new Map<string, Order & { status: 'paid' | 'failed' | 'pending'; fulfilled: number }>()
  let service: ServiceAddress
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(service.base_url + path, {
      method,
      headers: { authorization: `Bearer ${service.secret_key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data }
  }
  const isOver = (id: string): boolean => {
    const status = orders.get(id)?.status ?? 'failed'
    return status === 'paid' || (status === 'failed' && mistake !== 'none')
  }
  const settle = (id: string, { status, amount, currency }: Transaction): void => {
    const order = orders.get(id)
    if (!order || isOver(id)) return
    if (status === 'successful' && amount === order.amount && currency === order.currency) {
      order.status = 'paid'
      order.fulfilled++
    } else if (status === 'failed') order.status = 'failed'
  }
  /** Verifies; the result is whether that worked. */
  const verify = async (id: string, transaction: number | string | null): Promise<boolean> => {
    const path =
      mistake === 'any_transaction' && transaction !== null
        ? `${transaction}/verify`
        : `verify_by_reference?tx_ref=${id}`
    const { status, data } = await call('GET', `/v3/transactions/${path}`)
    if (status === 200) settle(id, data as Transaction)
    return status === 200 || status === 404
  }
  /** Believes a webhook in the way of its mistake. */
  const believe = (data: Transaction): void => {
    const order = orders.get(data.tx_ref)
    const trustsAll = ['no_secret', 'any_secret', 'trusts_body'].includes(mistake)
    if (trustsAll || (mistake === 'trusts_failure' && data.status === 'failed')) settle(data.tx_ref, data)
    if (mistake === 'trusts_amount' && order?.status === 'pending' && data.amount !== order.amount)
      order.status = 'failed'
  }
  return {
    form: 'v3' as const,
    // It does everything at once.
    patience: 10,
    start: (address: ServiceAddress) => {
      service = address
    },
    pay: async (order: Order) => {
      if (!orders.has(order.id)) orders.set(order.id, { ...order, status: 'pending', fulfilled: 0 })
      const { status, data } = await call('POST', '/v3/payments', {
        tx_ref: order.id,
        amount: order.amount,
        currency: order.currency,
        redirect_url: `http://shop.test/return/${order.id}`,
        customer: { email: 'payer@example.com' },
      })
      return status === 200 ? { status, data } : { status: 502 }
    },
    visit: async (address: string) => {
      const url = new URL(address)
      const [, , id = ''] = url.pathname.split('/')
      const order = orders.get(id)
      if (mistake === 'cancelled_is_failed' && order && url.searchParams.get('status') === 'cancelled')
        order.status = 'failed'
      else await verify(id, url.searchParams.get('transaction_id'))
    },
    look: ({ id }: Order) => orders.get(id),
    webhook: async (request: Request) => {
      const secret = request.headers.get('x-webhook-signature')
      const isKnown = mistake === 'any_secret' ? secret !== null : secret === service.webhook_secret
      if (!isKnown && mistake !== 'no_secret') return new Response(null, { status: 401 })
      const { event, data } = JSON.parse(await request.text()) as { event: string; data: Transaction }
      if (event !== 'charge.completed') return new Response(null)
      believe(data)
      return new Response(null, { status: (await verify(data.tx_ref, data.id)) ? 200 : 503 })
    },
  }
}

const play = (mistake: Mistake, story: string) => examine({ ...shopOf(mistake), story, seed: 'a' })

describe('of a program with hosted payments', () => {
  test.each<[Mistake, string, string]>([
    ['no_secret', 'forged_ignored', 'scenario:auth_3ds issuer:approved forged_unsigned@2'],
    ['any_secret', 'forged_ignored', 'scenario:auth_3ds issuer:approved forged_bad_signature@2'],
    ['trusts_body', 'forged_ignored', 'scenario:auth_3ds issuer:approved forged_success@2'],
    ['trusts_failure', 'forged_ignored', 'scenario:auth_3ds issuer:approved forged_failure@2'],
    ['trusts_amount', 'forged_ignored', 'scenario:auth_3ds issuer:approved forged_amount@2'],
    ['any_transaction', 'forged_ignored', 'scenario:auth_3ds issuer:approved forged_transaction@2'],
    ['any_transaction', 'never_early', 'scenario:noauth issuer:approved returns_with_other@1'],
    ['first_try_ends', 'paid_iff_succeeded', 'scenario:noauth issuer:approved second_method@1'],
    ['cancelled_is_failed', 'paid_iff_succeeded', 'scenario:auth_otp issuer:approved comes_back@2'],
  ])(
    'the mistake %s breaks %s in each play of "%s", and a right one is not accused',
    async (mistake, law, story) => {
      const { findings } = await play(mistake, story)
      expect(findings).toContainEqual(expect.objectContaining({ law, story, unsteady: false }))
      expect((await play('none', story)).findings).toEqual([])
    },
  )

  test.each(['a', 'b', 'c'])('a right one is accused of nothing with seed %s', async (seed) => {
    const { findings, notes } = await examine({ ...shopOf('none'), seed, stories: 30 })
    expect(findings).toEqual([])
    expect(notes.join('\n')).not.toContain('PIN')
  })

  test('PIN, OTP and address are entered on the page, and a wrong OTP three times ends the attempt', async () => {
    const entered = async (story: string) => {
      const told: string[] = []
      const shop = shopOf('none')
      const visit = async (url: string) => {
        told.push(new URL(url).searchParams.get('status') ?? '')
        await shop.visit(url)
      }
      const { findings } = await examine({ ...shop, visit, story, seed: 'a' })
      expect(findings).toEqual([])
      return told
    }
    for (const flow of ['auth_pin', 'auth_otp', 'auth_avs', 'auth_pin_3ds'])
      expect(await entered(`scenario:${flow} issuer:approved`)).not.toContain('cancelled')
    expect(await entered('scenario:auth_pin issuer:approved declines@3')).toContain('cancelled')
  })

  test('the second try is made with another payment method, on the page that says why the first failed', async () => {
    const { findings, text } = await play('first_try_ends', 'scenario:noauth issuer:approved second_method@1')
    const [{ timeline = [] } = {}] = findings
    const said = timeline.filter(({ who }) => who === 'customer').map(({ what }) => what)
    expect(said).toEqual([
      expect.stringContaining('presses “pay”'),
      'chooses to pay by card on the page of the service',
      'is told that the payment failed',
      expect.stringMatching(/^chooses to pay by (?!card)/),
      expect.anything(),
      expect.stringContaining('status=successful'),
    ])
    expect(text).toContain('The first failure ends the order')
  })
})
