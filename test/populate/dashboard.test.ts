import { beforeAll, describe, expect, test } from 'vitest'
import type { Populated } from '../../src/client.ts'
import type { Harness } from '../harness.ts'
import { livedIn } from './support.ts'

let t: Harness
let made: Populated

beforeAll(async () => {
  const world = await livedIn({ charges: 1500 })
  t = world.t
  made = world.made
})

/** A page of the dashboard: the keys of its rows, and the text of its pager. */
async function screen(path: string) {
  const response = await t.fetch(`/_emulator/ui/${path}`)
  const html = await response.text()
  expect(response.status).toBe(200)
  const list = html.slice(html.indexOf('id="list"'))
  return {
    html,
    rows: Array.from(list.matchAll(/<tr data-key="([^"]+)"/g), ([, key]) => key),
    pager: /<nav class="pager"[^>]*><span>([^<]*)<\/span>/.exec(list)?.[1],
    older: /href="([^"]+)" rel="next"/.exec(list)?.[1]?.replaceAll('&amp;', '&'),
    newer: /href="([^"]+)" rel="prev"/.exec(list)?.[1]?.replaceAll('&amp;', '&'),
  }
}

/** The rows of all pages, from the first to the last, by the links of the pager. */
async function walk(what: string, query = ''): Promise<string[]> {
  const rows: string[] = []
  let next: string | undefined = query
  let pages = 0
  while (next !== undefined) {
    const page = await screen(`${what}${next}`)
    expect(page.newer === undefined).toBe(pages === 0)
    rows.push(...(page.rows as string[]))
    next = page.older
    pages++
  }
  return rows
}

describe('The dashboard of a populated world', () => {
  test('shows the newest charges first, 50 on a page', async () => {
    const { rows, pager, older, newer } = await screen('charges')
    const newest = [...t.world.state.charges.newestFirst()].slice(0, 50).map(({ id }) => id)
    expect(rows).toEqual(newest)
    expect([pager, older, newer]).toEqual([
      '1,500 charges, 1 to 50',
      expect.stringMatching(/^\?upto=chg_\w+&before=chg_\w+$/),
      undefined,
    ])
  })

  test('leads over every page to the last, which ends with the first charge', async () => {
    const { rows, pager, older } = await screen('charges?page=30')
    expect([rows.length, pager, older]).toEqual([50, '1,500 charges, 1,451 to 1,500', undefined])
    for (const what of ['charges', 'orders', 'refunds', 'transfers'] as const) {
      const all: Iterable<{ id: string }> = t.world.state[what].newestFirst()
      expect(await walk(what)).toEqual(Array.from(all, ({ id }) => id))
    }
  })

  test('finds a charge by its reference, and those of a customer', async () => {
    const charges = [...t.world.state.charges]
    const one = charges[700]
    expect((await screen(`charges?q=${one?.reference}`)).rows).toEqual([one?.id])
    const theirs = charges.filter(({ customer }) => customer.id === one?.customer.id)
    expect(await walk('charges', `?q=${one?.customer.id}`)).toEqual(theirs.map(({ id }) => id).reverse())
    const day = one?.reference.slice(0, 12)
    const ofThatDay = charges.filter(({ reference }) => reference.startsWith(String(day)))
    expect((await walk('charges', `?q=${day}`)).length).toBe(ofThatDay.length)
    expect((await screen('charges?q=ORD-nobody')).html).toContain('No charges match these filters')
  })

  test('filters a list by status and payment method on every page', async () => {
    expect(await walk('charges', '?status=failed')).toHaveLength(made.charges.failed)
    const { older } = await screen('charges?status=succeeded&method=card')
    expect(older).toMatch(/^\?status=succeeded&method=card&upto=chg_\w+&before=chg_\w+$/)
    const cards = [...t.world.state.charges].filter(
      ({ status, method }) => status === 'succeeded' && method.type === 'card',
    )
    expect(await walk('charges', '?status=succeeded&method=card')).toHaveLength(cards.length)
    const [transfer] = t.world.state.transfers
    expect((await screen(`transfers?q=${transfer?.reference}`)).rows).toEqual([transfer?.id])
  })

  test('shows the page of each kind of charge', async () => {
    const kinds = new Map(
      Array.from(t.world.state.charges, (charge) => [
        [charge.status, charge.processorResponse, charge.method.type].join(),
        charge.id,
      ]),
    )
    expect(kinds.size).toBeGreaterThan(20)
    for (const id of kinds.values()) expect((await t.fetch(`/_emulator/ui/charges/${id}`)).status).toBe(200)
  })

  test('has everything else that was made: webhooks, timers and worlds', async () => {
    expect((await screen('webhooks')).rows).toHaveLength(50)
    const { body } = await t.get<{ total: number }>('/_emulator/clock/timers')
    expect(await walk('time')).toHaveLength(body.total)
    expect((await screen('worlds')).html).toMatch(/<td class="right num">1500<\/td>/)
  })

  test('fills a world at the push of a button, with the bounds of the endpoint', async () => {
    const { html } = await screen('worlds')
    const form = /<form[^>]*data-url="\/_emulator\/populate".*?<\/form>/s.exec(html)?.[0] ?? ''
    expect(form).toMatch(/data-call="post"/)
    expect(form).toMatch(/name="customers" type="number" min="1" max="10000" value="200" data-as="number"/)
    expect(form).toMatch(/name="charges" type="number" min="0" max="100000" value="5000" data-as="number"/)
    expect(form).toMatch(/name="over" value="30d"/)
  })
})
