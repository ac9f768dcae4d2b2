import { expect, test } from 'vitest'
import { harness } from '../harness.ts'

test('a form that was shown for another step is refused with a page that says so, and changes nothing', async () => {
  const t = harness()
  const { id } = await t.created({}, 'scenario:auth_3ds')
  const shown = await (await t.fetch(`/_emulator/pay/${id}`)).text()
  const step = /name="step" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const send = (of: string) =>
    t.fetch(`/_emulator/pay/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ action: 'approve', step: of }).toString(),
    })
  const late = await send(`${step}9`)
  expect(late.status).toBe(409)
  expect(await late.text()).toContain('the payment has moved on since this page was opened')
  expect((await t.get(`/charges/${id}`)).body.data.status).toBe('pending')
  expect((await send(step)).status).toBeLessThan(400)
  expect((await t.get(`/charges/${id}`)).body.data.status).toBe('succeeded')
})

test('a later page of a list stays the same while the list grows, and leads back to the newest', async () => {
  const t = harness()
  for (let made = 0; made < 120; made++) await t.created()
  const screen = async (query = '') => {
    const page = await (await t.fetch(`/_emulator/ui/charges${query}`)).text()
    const link = (rel: string) =>
      new RegExp(`href="([^"]+)" rel="${rel}"`).exec(page)?.[1]?.replaceAll('&amp;', '&')
    return { rows: page.match(/<tr data-key="[^"]+"/g), older: link('next'), newer: link('prev') }
  }
  const first = await screen()
  const second = await screen(first.older)
  const last = await screen(second.older)
  expect([second.rows?.length, last.rows?.length, last.older]).toEqual([50, 20, undefined])
  await t.created()
  expect((await screen(first.older)).rows).toEqual(second.rows)
  expect((await screen(last.newer)).rows).toEqual(second.rows)
  const { rows } = await screen('?before=chg_gone')
  expect(rows).toEqual((await screen()).rows)
  expect((await screen('?page=9999')).rows).toHaveLength(21)
})

test('a token of a page is used while it is valid, is not in the journal, and is replaced when it is gone', async () => {
  const t = harness()
  const tokenFor = async (token: string) => {
    const answer = await t.fetch('/_emulator/page-token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }).toString(),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return ((await answer.json()) as { token: string }).token
  }
  const first = await tokenFor('')
  expect(await tokenFor(first)).toBe(first)
  expect(t.world.requests.total).toBe(0)
  const own = { authorization: `Bearer ${first}` }
  expect((await t.fetch('/charges', { headers: own })).status).toBe(200)
  await t.advance('20m')
  const second = await tokenFor(first)
  expect(second).not.toBe(first)
  const foreign = await t.fetch('/_emulator/page-token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    body: 'token=',
  })
  expect(foreign.status).toBe(403)
})
