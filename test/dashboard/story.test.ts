import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

const page = async (t: Harness, path: string): Promise<string> => {
  const response = await t.fetch(`/_emulator/ui/${path}`)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

/** The entries of the axis as text, without what is only drawn. */
const beats = (html: string): string[] => {
  const [, axis = ''] =
    /<ol class="axis"[^>]*>([\s\S]*?)<\/ol><p|<ol class="axis"[^>]*>([\s\S]*)<\/ol>/.exec(html) ?? []
  return axis
    .split('<li class="beat ')
    .slice(1)
    .map((beat) =>
      `${beat.split(' ')[0]?.replace('"', '')} ${beat.replace(/^[^>]*>/, '').replace(/<[^>]+>/g, ' ')}`
        .replace(/\s+/g, ' ')
        .trim(),
    )
}

describe('The story on the page of a charge', () => {
  test('shows requests with what they caused, webhooks, a jump as a break, and what is still to come as dotted', async () => {
    const t = harness()
    t.receiver.answer = () => ({ status: 500, headers: {}, body: '' })
    const { id } = await t.created({}, 'scenario:auth_3ds')
    await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    await t.advance('1s')
    const html = await page(t, `charges/${id}`)
    const [created = '', payer = '', clock = '', webhook = '', now = '', ...due] = beats(html)
    expect(created).toMatch(
      /^is-request .*Request POST \/charges 201 .* merchant created asks for redirect_url$/,
    )
    expect(payer).toMatch(/^is-charge .* payer approved: approved succeeded$/)
    expect(clock).toMatch(/^is-clock .* The clock was advanced by 1s to 00:00:01 .000$/)
    expect(webhook).toMatch(
      /^is-webhook 1s later, jumped over .* charge.completed 500 .* sent again at 00:00:06 .000$/,
    )
    expect(now).toMatch(/^is-now now Still to come$/)
    expect(due.map((beat) => beat.split(' ')[0])).toEqual(['is-due', 'is-due'])
    expect(due[0]).toMatch(/in 5s charge.completed attempt 2/)
    expect(due[1]).toMatch(/in 23h 59m it is settled/)
    expect(html).toMatch(/class="gap gap-2 jump"/)
  })

  test('links to the requests, the events, and what belongs to the charge; these link back', async () => {
    const t = harness()
    const { id } = await t.created({ reference: 'order-0001' }, 'scenario:auth_capture')
    const [order] = t.world.state.orders
    await t.put(`/orders/${order?.id}`, { action: 'capture' })
    const refund = (await t.post('/refunds', { charge_id: id, amount: 5 })).body.data.id
    await t.advance('3s')
    const [, request] = t.world.requests
    const [event] = t.world.state.events
    const pages = {
      charges: `charges/${id}`,
      orders: `orders/${order?.id}`,
      refunds: `refunds/${refund}`,
      requests: `requests/${request?.id}`,
      webhooks: `webhooks/${event?.id}`,
    }
    const customer = 'customers/cus_adaobi0001'
    const method = 'payment-methods/pmd_card000001'
    const wanted: [string, string[]][] = [
      [pages.charges, [pages.orders, pages.refunds, pages.requests, pages.webhooks, customer, method]],
      [pages.orders, [pages.charges, pages.refunds, pages.requests, pages.webhooks, customer, method]],
      [pages.refunds, [pages.charges, pages.orders]],
      [pages.requests, [pages.charges, pages.orders]],
      [pages.webhooks, [pages.orders]],
      [customer, [pages.charges, pages.orders, method]],
      [method, [pages.charges, customer]],
    ]
    for (const [from, links] of wanted) {
      const html = await page(t, from)
      for (const to of links)
        expect([from, to, html.includes(`href="/_emulator/ui/${to}"`)]).toEqual([from, to, true])
    }
    expect(await page(t, pages.charges)).toContain(`Created by <a href="/_emulator/ui/${pages.requests}">`)
  })

  test('of hundreds of entries is shown in parts, which stay the same while it grows', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_3ds')
    for (let count = 0; count < 250; count++) await t.get(`/charges/${id}`)
    const newest = await page(t, `charges/${id}`)
    expect(beats(newest).length).toBeLessThan(110)
    expect(newest).toMatch(/251 entries, 152 to 251|252 entries, 153 to 252/)
    const first = await page(t, `charges/${id}?from=0`)
    expect(beats(first)[0]).toMatch(/POST \/charges/)
    expect(first).not.toContain('Still to come')
    const middle = await page(t, `charges/${id}?from=100`)
    await t.get(`/charges/${id}`)
    expect(beats(await page(t, `charges/${id}?from=100`))).toEqual(beats(middle))
    expect((await t.fetch(`/_emulator/ui/charges/${id}?from=x`)).status).toBe(400)
    expect(beats(await page(t, `charges/${id}?from=999999`)).at(0)).toMatch(/GET/)
  })

  test('leads to the same story as text', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const [, link = ''] = /href="([^"]+)">The same as text/.exec(await page(t, `charges/${id}`)) ?? []
    const text = await (await t.fetch(link.replaceAll('&amp;', '&'))).text()
    expect(text).toMatch(
      /request {3}POST \/charges[\s\S]*charge {4}.*created; waits for redirect_url[\s\S]*still due:/,
    )
  })

  test('says what a key did to the connection', async () => {
    const t = harness()
    await t.charge({ reference: 'order-0001' }, 'network:error_after_commit')
    const charge = t.world.state.charges.by('reference', 'order-0001')
    expect(await page(t, `charges/${charge?.id}`)).toContain('the key makes the answer 500')
  })
})

test('A transfer has a page with its story and the outcomes that it can still have', async () => {
  const t = harness()
  const body = { account_bank: '044', account_number: '0690000031', amount: 5500, currency: 'NGN' }
  const { status } = await t.post('/v3/transfers', { ...body, narration: 'Rent', reference: 'payout-001' })
  expect(status).toBe(200)
  const [transfer] = t.world.state.transfers
  const html = await page(t, `transfers/${transfer?.id}`)
  expect(beats(html)[0]).toMatch(/POST \/v3\/transfers 200 .* merchant created/)
  expect(html).toContain('>Pay out</button>')
  const missing = await t.fetch('/_emulator/ui/transfers/77')
  expect(missing.status).toBe(404)
  expect(await missing.text()).toContain('no transfer &quot;77&quot; in world &quot;default&quot;')
})

describe('The picture of a flow', () => {
  const boxes = (html: string): string[] =>
    [
      ...html.matchAll(
        /<li class="(\w+ \w+(?: good| bad)?)(?: reached)?"[^>]*><div class="node">([\s\S]*?)<\/div><\/li>/g,
      ),
    ].map(
      ([, kind = '', box = '']) =>
        `${kind}: ${box
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()}`,
    )
  const composer = async (t: Harness, query: Record<string, string>) =>
    boxes(await (await t.fetch(`/_emulator/ui/scenarios?${new URLSearchParams(query)}`)).text())

  test('has who ends each step, its exits, the network and the webhooks', async () => {
    const key = 'scenario:auth_3ds_expires&webhook:duplicate&network:lost_after_commit'
    expect(await composer(harness(), { key })).toEqual([
      'network network: network after the request was executed, the connection fails: reset',
      'ask payer: payer redirect_url the payer completes a hosted page payer page, or POST /_emulator/charges/{id}/payer the payer declines: do_not_honor (05), charge failed expires after 1m: security_violation (63), charge failed',
      'end issuer good: issuer the issuer decides: approved (00), charge succeeded',
      'webhook service: service webhooks are sent copies 2',
    ])
  })

  test('follows the payment method, and shows a sequence and a transfer', async () => {
    const t = harness()
    expect((await composer(t, { pm: 'pmd_card000001' })).join()).not.toContain('requires_bank_transfer')
    expect((await composer(t, { pm: 'pmd_transfer01' }))[0]).toMatch(
      /^ask payer: payer requires_bank_transfer/,
    )
    expect((await composer(t, { pm: 'transfer' }))[0]).toMatch(
      /^transfer clock: by itself the transfer is paid out/,
    )
    const sequence = await composer(t, { key: 'sequence:declined_then_approved', pm: 'pmd_card000001' })
    expect(sequence[0]).toMatch(/^sequence merchant: merchant uses by one customer, in turn 1: /)
  })

  test('marks the step in which a charge waits', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_pin')
    const reached = /aria-current="step"><div class="node">.*?<code>(\w+)<\/code>/
    expect(reached.exec(await page(t, `charges/${id}`))?.[1]).toBe('requires_pin')
    await t.post(`/_emulator/charges/${id}/pay`)
    expect(await page(t, `charges/${id}`)).not.toMatch(reached)
  })

  test('is on the page of each scenario of the catalogue', async () => {
    const t = harness()
    for (const key of t.world.catalogue.fragments.keys()) {
      const html = await page(t, `scenarios/${encodeURIComponent(key)}`)
      expect([key, boxes(html).length > 0]).toEqual([key, true])
    }
    const link = '/_emulator/ui/scenarios/scenario%3Aauth_pin'
    expect(await (await t.fetch('/_emulator/ui/scenarios')).text()).toContain(`href="${link}"`)
    expect((await t.fetch('/_emulator/ui/scenarios/no%3Asuch')).status).toBe(404)
  })

  test('is what GET /_emulator/scenarios/explain tells', async () => {
    const t = harness()
    const { body } = await t.get<{ flow: { kind: string; exits: { when: string; result: string }[] }[] }>(
      '/_emulator/scenarios/explain?key=scenario:auth_pin',
    )
    expect(body.flow.map(({ kind }) => kind)).toEqual(['ask', 'ask', 'end', 'webhook'])
    expect(body.flow[0]?.exits).toEqual([
      { when: 'after 3 wrong ones', result: 'pin_entry_tries_exceeded (75), charge failed' },
    ])
  })
})
