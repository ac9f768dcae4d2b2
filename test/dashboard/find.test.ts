import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

/** What a text finds: the kind of each item with its text and, for a link, where it leads. */
async function find(t: Harness, q: string) {
  const page = await (await t.fetch(`/_emulator/ui/find?${new URLSearchParams({ q })}`)).text()
  return [...page.matchAll(/<li data-key="[^"]*">(.*?)<span class="unit">(\w+)<\/span><\/li>/gs)].map(
    ([, item = '', kind]) => ({
      kind,
      href: /<a href="([^"]*)"/.exec(item)?.[1]?.replaceAll('&amp;', '&'),
      call: /data-url="([^"]*)"(?: data-body="([^"]*)")?/
        .exec(item)
        ?.slice(1)
        .join(' ')
        .replaceAll('&quot;', '"'),
    }),
  )
}

const hrefs = async (t: Harness, q: string) => (await find(t, q)).map(({ href }) => href)

test('pages are found by their names, and without a text all of them', async () => {
  const t = harness()
  expect(await hrefs(t, 'webh')).toContain('/_emulator/ui/webhooks')
  expect(await hrefs(t, 'go to orders')).toContain('/_emulator/ui/orders')
  const all = await find(t, '')
  expect(all.filter(({ kind }) => kind === 'page').length).toBeGreaterThan(10)
})

test.each([
  ['advance 5m', '/_emulator/clock/advance {"by":"5m"}'],
  ['90s', '/_emulator/clock/advance {"by":"90s"}'],
  ['resume', '/_emulator/clock {"mode":"live"}'],
  ['hold webhooks', '/_emulator/webhooks/hold '],
  ['reset', '/_emulator/reset '],
  ['remove rules', '/_emulator/rules '],
  ['journal', '/_emulator/requests '],
])('an action is found by its name: %s', async (q, call) => {
  expect((await find(harness(), q)).map((found) => found.call)).toContain(call)
})

test('actions are those that the state of the world allows', async () => {
  const t = harness()
  const kinds = async (q: string) => (await find(t, q)).filter(({ kind }) => kind === 'action').length
  expect([await kinds('undo'), await kinds('release'), await kinds('next timer')]).toEqual([0, 0, 0])
  await t.created({}, 'scenario:auth_3ds')
  await t.post('/_emulator/webhooks/hold')
  expect([await kinds('release'), await kinds('next timer')]).toEqual([1, 1])
  await t.post('/_emulator/reset')
  expect(await kinds('undo')).toBe(1)
})

test('records are found by id, reference, e-mail address and trace id', async () => {
  const t = harness()
  const charge = await t.created({ reference: 'basket-5' }, 'scenario:auth_capture')
  const path = `/_emulator/ui/charges/${charge.id}`
  for (const q of [charge.id, 'basket-5', 'ADAOBI@example.com']) expect(await hrefs(t, q)).toContain(path)
  const entry = [...t.world.requests].at(-1)
  expect(await hrefs(t, entry?.traceId ?? '')).toContain(`/_emulator/ui/requests/${entry?.id}`)
  const event = [...t.world.state.events][0]
  expect(await hrefs(t, event?.id ?? '')).toContain(`/_emulator/ui/webhooks/${event?.id}`)
  expect(await hrefs(t, `#${entry?.id}`)).toContain(`/_emulator/ui/requests/${entry?.id}`)
})

test('of many records the newest are shown, with a link to the list of all', async () => {
  const t = harness()
  const made: string[] = []
  for (let count = 0; count < 7; count++) made.push((await t.created({ reference: `many-${count}` })).id)
  const found = await hrefs(t, 'many-')
  expect(found.slice(0, 6)).toEqual([
    ...made
      .reverse()
      .slice(0, 5)
      .map((id) => `/_emulator/ui/charges/${id}`),
    '/_emulator/ui/charges?q=many-',
  ])
})

test('scenario keys and other worlds are found', async () => {
  const t = harness()
  t.in('worker-9').world
  expect(await hrefs(t, 'insufficient')).toContain('/_emulator/ui/scenarios?key=issuer%3Ainsufficient_funds')
  expect(await hrefs(t, 'worker')).toContain('/w/worker-9/_emulator')
})

test('what is not there is said', async () => {
  const t = harness()
  const page = await (await t.fetch('/_emulator/ui/find?q=zzz-nowhere')).text()
  expect(page).toContain('Nothing found')
})
