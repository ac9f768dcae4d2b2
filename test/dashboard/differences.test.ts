import { expect, test } from 'vitest'
import { aligned, folded } from '../../src/dashboard/kit/aligned.ts'
import { differences, type Message } from '../../src/dashboard/kit/differences.ts'

const message = (body: unknown, more: Partial<Message> = {}): Message => ({
  label: 'Answer',
  first: 'HTTP 200',
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
})

/** The number of lines that differ, and the page's part. */
const compare = async (left: Message, right: Message) => {
  const { count, shown } = await differences(left, right)
  return { count, html: String(await shown) }
}

test('Two bodies with their members and spaces in another order do not differ', async () => {
  const { count } = await compare(
    message({ a: 1, b: { c: [1, { d: 2, e: 3 }], f: 4 } }),
    message('{ "b": {"f":4, "c": [1, {"e":3,"d":2}]},\n "a": 1 }'),
  )
  expect(count).toBe(0)
})

test('A value that differs, one that is gone and one that is new are marked, and counted by lines', async () => {
  const { count, html } = await compare(
    message({ status: 'ok', amount: 5 }),
    message({ status: 'no', more: true }),
  )
  expect(count).toBe(2)
  expect(html).toContain('status&quot;: &quot;<del>ok</del>')
  expect(html).toContain('status&quot;: &quot;<ins>no</ins>')
  expect(html).toContain('<ins>more</ins>')
})

test.each([
  ['the id of a charge', { id: 'chg_0001111222233a' }, { id: 'chg_0001111222233b' }],
  ['an instant', { at: '2030-01-01T00:00:00.000Z' }, { at: '2030-01-01T00:00:09.120Z' }],
  ['a number of v3', { id: 17 }, { id: 18 }],
])('%s that each request gets anew is shown and not counted', async (_what, left, right) => {
  const { count, html } = await compare(message(left), message(right))
  expect(count).toBe(0)
  expect(html).toContain('line renewed')
})

test('A customer of the fixtures instead of another one is counted', async () => {
  const { count } = await compare(message({ id: 'cus_adaobi0001' }), message({ id: 'cus_kwame00001' }))
  expect(count).toBe(1)
})

test('Headers are compared whatever their order, and those of the connection are left out', async () => {
  const { count } = await compare(
    message('', { headers: { 'content-type': 'application/json', 'retry-after': '2' } }),
    message('', { headers: { 'retry-after': '2', date: 'today', 'content-type': 'application/json' } }),
  )
  expect(count).toBe(0)
})

test('JSON that was cut is compared with a whole one line by line', async () => {
  const whole = JSON.stringify({ a: [1, 2], b: {}, c: 'x, {y}', d: 4 })
  const { count } = await compare(message(whole), message(whole.slice(0, whole.indexOf('"d"'))))
  expect(count).toBeLessThan(5)
})

test('Markup in a body stays text', async () => {
  const { html } = await compare(message({ a: '<b>1</b>' }), message({ a: '<i>1</i>' }))
  expect(html).not.toMatch(/<[bi]>/)
})

test('A member named __proto__ is compared like any other', async () => {
  const { count } = await compare(message('{"__proto__":{"a":1}}'), message('{"__proto__":{"a":2}}'))
  expect(count).toBe(1)
})

test('Long runs of equal lines are folded around what differs, and nothing is folded if nothing differs', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`)
  const other = lines.with(50, 'another')
  const texts = folded(aligned(lines, other)).map(({ left }) => left?.map(({ text }) => text).join(''))
  expect(texts).toEqual(['⋯ 46 equal lines', ...lines.slice(46, 55), '⋯ 45 equal lines'])
  expect(folded(aligned(lines, lines))).toHaveLength(100)
})

test('Texts that have nothing in common are paired line by line, however long they are', () => {
  const left = Array.from({ length: 5000 }, (_, index) => `left ${index}`)
  const right = Array.from({ length: 6000 }, (_, index) => `right ${index}`)
  const rows = aligned(left, right)
  expect([rows.length, rows.every(({ kind }) => kind === 'changed')]).toEqual([6000, true])
})
