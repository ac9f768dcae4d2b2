import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { slice } from '../../src/dashboard/kit/parts.ts'
import { listen } from '../../src/node/listen.ts'
import { harness } from '../harness.ts'

const html = { headers: { accept: 'text/html' } }

test.each([
  ['a%20b', 'a-b'],
  ['%C3%A4rger', 'rger'],
  ['a%2Fb', 'a-b'],
  ['x'.repeat(65), 'x'.repeat(64)],
  ['%zz', 'zz'],
])('The world name %s is refused by a page that leads on', async (name, near) => {
  const t = harness()
  const answer = await t.fetch(`/w/${name}/_emulator`, html)
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  expect(page).toContain('href="/_emulator/ui/worlds"')
  expect(page).toContain(`href="/w/${near}/_emulator"`)
  // The style sheet must not be one of a world that cannot be.
  expect(page).toMatch(/<link rel="stylesheet" href="\/_emulator\/assets\//)
})

test('A world name with a segment of dots is refused by a page for browsers, and as JSON for programs', async () => {
  const { server, url } = await listen(createApp(harness().emulator), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const page = await fetch(`${url}/w/a%2F..%2F/_emulator`, html)
  expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('href="/_emulator/ui/worlds"')
  const json = await fetch(`${url}/w/a%2F..%2F/_emulator`)
  expect([json.status, json.headers.get('content-type')]).toEqual([400, 'application/json'])
})

test('Every pattern of a field is one that browsers accept', async () => {
  const t = harness()
  const patterns: string[] = []
  for (const path of ['/ui/scenarios', '/ui/worlds', '/ui/time', '/ui/rules', '/ui/webhooks']) {
    const page = await (await t.fetch(`/_emulator${path}`)).text()
    patterns.push(...Array.from(page.matchAll(/pattern="([^"]*)"/g), ([, pattern = '']) => pattern))
  }
  expect(patterns.length).toBeGreaterThan(3)
  for (const pattern of patterns) expect(() => new RegExp(`^(?:${pattern})$`, 'v')).not.toThrow()
  const name = new RegExp(`^(?:${patterns.find((pattern) => pattern.includes('1,64'))})$`, 'v')
  expect(['worker-3', 'a.b_c', '...'].every((text) => name.test(text))).toBe(true)
  expect(['', '.', '..', 'a b', 'ä', 'a/b', 'x'.repeat(65)].some((text) => name.test(text))).toBe(false)
})

test('A page past the end of a list is the last one, and says so', async () => {
  const t = harness()
  for (let n = 0; n < 51; n++) await t.created()
  for (const list of ['charges', 'requests', 'webhooks', 'time']) {
    const page = await (await t.fetch(`/_emulator/ui/${list}?page=9999`)).text()
    expect([list, /there is no page 9999/.test(page), /<tr data-key/.test(page)]).toEqual([list, true, true])
  }
  const { rows, page, pages } = slice(
    Array.from({ length: 101 }, (_, n) => n),
    9999,
    () => true,
  )
  expect([rows, page, pages]).toEqual([[100], 3, 3])
  expect(slice([], 9999, () => true)).toMatchObject({ rows: [], page: 1, pages: 1 })
})

test('A sign that reverses what follows is written out in bodies and set apart in other values', async () => {
  const t = harness()
  const reversed = 'abc\u202edef'
  const { id } = await t.created({ meta: { [reversed]: reversed } })
  const page = await (await t.fetch(`/_emulator/ui/charges/${id}`)).text()
  expect(page).toContain('abc\\u202edef')
  expect(page).toContain(`<code>${reversed}</code> <bdi>${reversed}</bdi>`)
  const request = await (await t.fetch(`/_emulator/ui/requests/${t.world.requests.total}`)).text()
  expect(request).not.toMatch(/<pre[^>]*>[^<]*\u202e/)
})
