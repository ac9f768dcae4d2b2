import { describe, expect, test } from 'vitest'
import { harness } from '../harness.ts'
import { idsOf, pageRoutes } from '../support/pages.ts'

const screens = pageRoutes.filter(({ path }) => /^\/_emulator(\/ui\/[^*]|$)/.test(path))

// biome-ignore lint/suspicious/noTemplateCurlyInString: a template's placeholder is a part of the attack
const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'`${1}&lt;'

/** A world with one of everything, in which every text that a merchant can choose is an attack. */
async function seeded() {
  const t = harness()
  const { body } = await t.post('/customers', {
    email: 'evil@example.com',
    address: address(),
    meta: { [evil]: evil },
  })
  const customer = body.data.id
  const method = await t.post('/payment-methods', {
    type: 'devicewallet_a',
    customer_id: customer,
    devicewallet_a: { card_holder_name: evil },
    meta: { [evil]: evil },
    device_fingerprint: evil,
  })
  const charge = await t.created({
    customer_id: customer,
    payment_method_id: method.body.data.id,
    meta: { [evil]: evil },
    redirect_url: `https://shop.test/?q=${evil}`,
  })
  await t.charge({ reference: evil, [evil]: evil }, evil.replaceAll('`', ''))
  await t.get(`/charges?reference=${encodeURIComponent(evil)}`)
  await t.post('/_emulator/scenarios', evilScenario, { 'content-type': 'application/yaml' })
  await t.post('/_emulator/webhooks/endpoints', {
    url: `https://hook.test/?${evil}`,
    headers: { 'X-Evil': evil },
    secret: evil,
  })
  t.receiver.answer = () => ({ status: 500, headers: { evil }, body: evil })
  await t.post('/_emulator/webhooks/events', { type: 'charge.completed', data: { [evil]: evil } })
  await t.charge({ meta: { [evil]: evil } })
  await t.post('/v3/transfers', transfer)
  const held = await t.created({}, 'scenario:auth_capture')
  const paid = await t.created()
  await t.post('/refunds', { charge_id: paid.id, amount: 1, reason: evil, meta: { [evil]: evil } })
  await t.post('/chargebacks', { charge_id: paid.id, amount: 1, type: 'local', comment: evil })
  await t.post('/virtual-accounts', { ...account, narration: evil, meta: { [evil]: evil } })
  await t.advance('25h')
  return { t, charge, held }
}

const payer = { customer_id: 'cus_adaobi0001', currency: 'NGN' }
const account = { ...payer, reference: 'account-0001', account_type: 'static' }

const address = () => ({ line1: evil, city: evil, state: evil, postal_code: evil, country: 'NG' })

const evilScenario = JSON.stringify({
  key: 'evil',
  title: evil,
  description: evil,
  steps: [{ ask: 'payment_instruction', note: evil }, { finish: 'issuer' }],
})

const transfer = {
  ...{ account_bank: '044', account_number: '0690000031', amount: 10, currency: 'NGN' },
  narration: evil,
  reference: 'evil_transfer_1',
  beneficiary_name: evil,
  meta: { [evil]: evil },
}

/** No part of the attack has become an element or has left its attribute. */
function expectHarmless(html: string): void {
  expect(html).not.toMatch(/<script>|<img src=x|onerror=alert\(1\)>/i)
}

describe('The pages of the dashboard', () => {
  test('each is served with a strict policy, and loads nothing from elsewhere', async () => {
    const t = harness()
    await t.created({}, 'scenario:auth_capture')
    await t.post('/refunds', { charge_id: (await t.created()).id })
    await t.post('/v3/transfers', { ...transfer, narration: 'Rent', meta: {}, beneficiary_name: 'Ada' })
    await t.post('/chargebacks', { charge_id: (await t.created()).id, type: 'local' })
    await t.post('/virtual-accounts', account)
    await t.advance('25h')
    const ids = idsOf(t.world)
    for (const { path } of screens) {
      const [id = ''] = ids[path] ?? []
      const response = await t.fetch(path.replace(':id', encodeURIComponent(id)))
      const html = await response.text()
      expect([path, response.status]).toEqual([path, 200])
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle="|\son[a-z]+="/i)
      expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
      expect(html).toMatch(/<html lang="en">/)
    }
  })

  test('whatever a merchant sends is shown as text', async () => {
    const { t, charge } = await seeded()
    const seen: string[] = []
    for (const { path } of screens) {
      for (const id of idsOf(t.world)[path] ?? ['']) {
        const query = path.includes(':id')
          ? ''
          : `?${new URLSearchParams({ q: evil, key: evil, pm: evil, status: evil, id: evil, reference: evil })}`
        for (const asked of [query, '']) {
          const response = await t.fetch(`${path.replace(':id', encodeURIComponent(id))}${asked}`)
          const html = await response.text()
          expectHarmless(html)
          if (html.includes('alert(1)')) seen.push(path)
        }
      }
    }
    // The attack did reach the pages, escaped.
    for (const path of [
      '',
      '/ui/charges/:id',
      '/ui/refunds/:id',
      '/ui/chargebacks/:id',
      '/ui/virtual-accounts/:id',
      '/ui/transfers/:id',
      '/ui/customers/:id',
      '/ui/payment-methods/:id',
      '/ui/scenarios/:id',
      '/ui/transfers',
      '/ui/refunds',
      '/ui/webhooks',
      '/ui/webhooks/:id',
      '/ui/requests',
      '/ui/requests/:id',
      '/ui/requests/:id/again',
    ])
      expect(seen).toContain(`/_emulator${path}`)
    const payer = await t.created({ customer_id: 'cus_adaobi0001' }, 'evil')
    for (const id of [charge.id, payer.id]) {
      const page = await (await t.fetch(`/_emulator/pay/${id}`)).text()
      expectHarmless(page)
    }
  })

  test('a redirect_url with a dangerous scheme is refused, or never followed', async () => {
    const t = harness()
    const { status } = await t.charge({ redirect_url: ' java\tscript:alert(1)//' }, 'scenario:auth_3ds')
    expect(status).toBe(400)
    for (const redirect_url of ['file:///etc/passwd', 'blob:https://shop.test/1']) {
      const { id } = await t.created({ redirect_url }, 'scenario:auth_3ds')
      const answer = await t.fetch(`/_emulator/pay/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: 'action=approve',
      })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toMatch(/\/_emulator\/pay\/chg_\w+$/)
    }
  })

  test('a payer page sends browsers back by a page, and other clients by a redirect', async () => {
    const t = harness()
    const approve = async (accept: string) => {
      const { id } = await t.created({ redirect_url: 'https://shop.test/back?cart=7' }, 'scenario:auth_3ds')
      return t.fetch(`/_emulator/pay/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
        body: 'action=approve',
      })
    }
    const redirect = await approve('*/*')
    expect(redirect.status).toBe(303)
    expect(redirect.headers.get('location')).toMatch(
      /^https:\/\/shop\.test\/back\?cart=7&id=chg_\w+&reference=ref-[a-z]+&status=succeeded$/,
    )
    const page = await approve('text/html,*/*')
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(
      /<meta http-equiv="refresh" content="0; url=https:\/\/shop\.test\/back\?cart=7&amp;id=/,
    )
    expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors')
  })

  test('an unknown charge is a page for browsers and JSON for programs', async () => {
    const t = harness()
    const people = await t.fetch('/_emulator/pay/chg_nowhere', { headers: { accept: 'text/html' } })
    expect(people.status).toBe(404)
    expect(await people.text()).toContain('no charge &quot;chg_nowhere&quot;')
    const program = await t.get('/_emulator/pay/chg_nowhere')
    expect(program.body.error.code).toBe('10404')
    const screen = await t.fetch('/_emulator/ui/charges/chg_nowhere')
    expect(screen.status).toBe(404)
    expect(screen.headers.get('content-type')).toContain('text/html')
  })

  test('an address of the dashboard that no page has is answered with a page that leads on', async () => {
    const t = harness().in('worker-3')
    const response = await t.fetch('/_emulator/ui/nowhere')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const html = await response.text()
    expect(html).toContain('there is no page at /_emulator/ui/nowhere')
    expect(html).toContain('<a class="button" href="/w/worker-3/_emulator">Overview</a>')
    expect((await t.post('/_emulator/ui/nowhere')).status).toBe(404)
  })

  test('an unknown filter value is refused with a page that lists the allowed ones', async () => {
    const t = harness()
    const response = await t.fetch('/_emulator/ui/charges?status=succeded&method=x&page=0&q=a&q=b')
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const html = await response.text()
    expect(html).toContain(
      '<code>status</code> did you mean succeeded? It must be one of: succeeded, pending,',
    )
    expect(html).toMatch(/<code>method<\/code> must be one of: card, bank_account,/)
    expect(html).toContain('<code>page</code> must be the number of a page, from 1')
    expect(html).toContain('<code>q</code> must be a string')
    expect(html).toContain('<a class="button" href="?">')
  })

  test('every screen accepts empty filters, unknown parameters and half-typed keys', async () => {
    const t = harness()
    for (const { path } of screens) {
      if (path.includes(':id')) continue
      const query = 'q=&status=&type=&method=&outcome=&amount=1.&currency=N&key=scenario:&utm_source=chat'
      const response = await t.fetch(`${path}?${query}`)
      // The first page had these fields before they got an address of their own.
      expect([path, response.status]).toEqual([path, path === '/_emulator' ? 302 : 200])
    }
  })

  test.each([
    ['action=pay', 'action: must be one of: approve, decline, abandon'],
    ['action=approve&action=decline', 'action: must be one of'],
    ['action=approve&processor_response=aproved', 'did you mean approved?'],
    ['', 'action: must not be null; it must be one of'],
  ])(
    'a malformed form is refused with a page that can be framed, and changes nothing: %s',
    async (body, told) => {
      const t = harness()
      const { id } = await t.created({}, 'scenario:auth_3ds')
      const send = (type: string, accept = 'text/html') =>
        t.fetch(`/_emulator/pay/${id}`, { method: 'POST', headers: { 'content-type': type, accept }, body })
      const page = await send('application/x-www-form-urlencoded')
      expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors')
      expect(await page.text()).toContain(told)
      expect((await send('application/x-www-form-urlencoded', '*/*')).headers.get('content-type')).toBe(
        'application/json',
      )
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data'])
        expect([type, (await send(type)).status]).toEqual([type, 400])
      expect((await t.seen(id)).status).toBe('pending')
      expect(t.faults).toEqual([])
    },
  )

  test('a card number in an address or a form is masked in the refusal', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const number = '4556052704172643'
    const screen = await t.fetch(`/_emulator/ui/charges/${number}?status=${number}`)
    const payer = await t.fetch(`/_emulator/pay/${number}`, { headers: { accept: 'text/html' } })
    const form = await t.fetch(`/_emulator/pay/${id}`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: `action=${number}`,
    })
    for (const response of [screen, payer, form])
      expect(await response.text()).not.toContain(number.slice(6, 12))
  })

  test('a form longer than the limit is refused', async () => {
    const t = harness({ settings: { maxBodyBytes: 1000 } })
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const { status } = await t.fetch(`/_emulator/pay/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `action=approve&x=${'x'.repeat(1000)}`,
    })
    expect([status, (await t.seen(id)).status]).toEqual([413, 'pending'])
  })

  test('links and calls include the prefix of the world', async () => {
    const t = harness().in('worker-3')
    const { id } = await t.created({}, 'scenario:auth_3ds')
    for (const path of [
      '/_emulator',
      '/_emulator/ui/charges',
      `/_emulator/ui/charges/${id}`,
      `/_emulator/pay/${id}`,
    ]) {
      const html = await (await t.fetch(path)).text()
      const local = [...html.matchAll(/(?:href|src|data-url|action)="(\/[^"]*)"/g)].map(
        ([, url]) => url ?? '',
      )
      expect(local.length).toBeGreaterThan(2)
      expect(local.filter((url) => !url.startsWith('/w/worker-3/'))).toEqual([])
    }
    const entrance = await t.fetch('/')
    expect(entrance.headers.get('location')).toBe('/w/worker-3/_emulator')
  })

  test('browsers may cache style sheets and scripts only under the version in their address', async () => {
    const t = harness()
    const html = await (await t.fetch('/_emulator')).text()
    const [, script = ''] = /src="([^"]+main\.browser\.js)"/.exec(html) ?? []
    const loaded = new Set<string>()
    const load = async (url: string): Promise<void> => {
      if (loaded.has(url)) return
      loaded.add(url)
      const response = await t.fetch(url)
      expect([url, response.status]).toEqual([url, 200])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      for (const [, name = ''] of (await response.text()).matchAll(/from '\.\/([^']+)'/g))
        await load(url.replace(/[^/]+$/, name))
    }
    await load(script)
    expect(loaded.size).toBeGreaterThan(5)
    const [, style = ''] = /href="([^"]+dashboard\.css)"/.exec(html) ?? []
    expect(await (await t.fetch(style)).text()).toContain('prefers-color-scheme: dark')
    const old = await t.fetch('/_emulator/assets/old/dashboard.css')
    expect(old.headers.get('cache-control')).toBe('no-cache')
    expect((await t.fetch('/_emulator/assets/x/..%2fassets.ts')).status).toBe(404)
    expect((await t.fetch('/_emulator/assets/x/constructor')).status).toBe(404)
  })

  test('the control token is requested in the way that browsers support', async () => {
    const t = harness({ settings: { controlToken: 'let me: in' } })
    const without = await t.fetch('/_emulator')
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toContain('Basic realm=')
    const basic = `Basic ${Buffer.from('anybody:let me: in').toString('base64')}`
    expect((await t.fetch('/_emulator', { headers: { authorization: basic } })).status).toBe(200)
    const refused = await t.fetch('/_emulator', { headers: { accept: 'text/html' } })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Basic realm='),
    ])
    const html = await refused.text()
    expect(html).toContain('the control token is missing')
    expect(html).not.toContain('sandbox-secret')
    const wrong = `Basic ${Buffer.from('anybody:no').toString('base64')}`
    expect((await t.fetch('/_emulator/ui/charges', { headers: { authorization: wrong } })).status).toBe(401)
    // What a payer needs is open: their page, its style sheet and its script.
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const page = await (await t.fetch(`/_emulator/pay/${id}`)).text()
    for (const [, url = ''] of page.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g))
      expect((await t.fetch(url)).status).toBe(200)
  })
})

describe('Large worlds', () => {
  test('pages of a world with 10,000 charges and 100,000 requests are no longer than those of a small one', async () => {
    const t = harness({ settings: { journalLimit: 100_000, webhookUrl: undefined } })
    const { world } = t
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const first = world.state.charges.get(id)
    const plan = world.catalogue.resolve(undefined)
    for (let index = 0; index < 10_000; index++)
      world.dispatch('charge.create', {
        ...base,
        reference: `large-${index}`,
        plan,
        baseUrl: 'http://emulator.test',
      })
    const [entry] = world.requests
    if (entry === undefined || first === undefined) throw new Error('nothing was recorded')
    for (let index = 0; index < 100_000; index++)
      world.requests.record({ ...entry, id: index + 2, responseBody: '{"status":"success"}' })
    for (const [path, rows] of [
      ['/_emulator/ui/charges', 50],
      ['/_emulator/ui/charges?q=large-99&status=succeeded&page=2', 50],
      [`/_emulator/ui/charges/${id}`, 0],
      ['/_emulator/ui/requests', 50],
      ['/_emulator/ui/requests?q=nothing-like-it', 0],
      ['/_emulator/ui/webhooks', 50],
      ['/_emulator/ui/time', 50],
      ['/_emulator/ui/scenarios', 0],
      ['/_emulator', 0],
    ] as const) {
      const response = await t.fetch(path)
      expect(response.status).toBe(200)
      const html = await response.text()
      expect([path, html.split('<tbody').slice(1).join().split('<tr').length - 1]).toEqual([path, rows])
      expect(html.length, path).toBeLessThan(200_000)
    }
  })
})

const base = {
  ...{ amount: 10, currency: 'NGN', customerId: 'cus_adaobi0001', paymentMethodId: 'pmd_card000001' },
  ...{ meta: undefined, redirectUrl: undefined, authorization: undefined, recurring: false },
  ...{ orderId: undefined, merchantVatAmount: undefined },
}
