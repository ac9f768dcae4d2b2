import { expect, inject, test } from 'vitest'
import { testDataText } from '../../src/dashboard/docs/test-data.ts'
import { testData } from '../../src/domain/fixtures/test-data.ts'
import { Catalogue } from '../../src/domain/scenario/catalogue.ts'
import { harness } from '../harness.ts'

const { fixtures, fragments } = inject('builtIn')
const tables = testData(fixtures, fixtures.rules, new Catalogue(fragments))

const markdown = ['<!-- Written from the fixtures by "npm run docs". -->', '', testDataText(tables)].join(
  '\n',
)

test('docs/test-data.md contains the test data of the fixtures', async () => {
  await expect(markdown).toMatchFileSnapshot('../../docs/test-data.md')
})

test('Every standing rule is in the test data', () => {
  const keys = tables.flatMap(({ rows }) => rows.map((row) => row.at(-2)))
  for (const { key } of fixtures.rules) expect(keys).toContain(`\`${key}\``)
})

test('The page of test data contains everything in docs/test-data.md', async () => {
  const t = harness()
  const response = await t.fetch('/_emulator/docs/test-data')
  expect(response.status).toBe(200)
  const text = (await response.text())
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  for (const { title, rows } of tables)
    for (const part of [title, ...rows.flat()]) expect(text).toContain(part.replaceAll('`', ''))
})

test('The page of test data shows the rules of the emulator that serves it', async () => {
  const t = harness({
    fixtures: { rules: [{ key: 'issuer:error', when: { cents: 13, currency: 'KES' }, share: 0.5 }] },
  })
  const text = await (await t.fetch('/_emulator/docs/test-data')).text()
  expect(text).toContain('…&#46;13'.replace('&#46;', '.'))
  expect(text).toContain('if the currency is KES, for 50 % of the requests')
  expect(text).not.toContain('insufficient_funds@')
})

test('Every screen says that rules are in force, and none does without them', async () => {
  const t = harness()
  const banner = async (path: string) => (await (await t.fetch(path)).text()).includes('in force:')
  const screens = ['', '/ui/rules', '/ui/charges', '/ui/requests', '/ui/time', '/ui/worlds']
  for (const screen of screens) expect([screen, await banner(`/_emulator${screen}`)]).toEqual([screen, false])
  await t.post('/_emulator/rules', { key: 'issuer:do_not_honor', for: '1h' })
  for (const screen of screens) expect([screen, await banner(`/_emulator${screen}`)]).toEqual([screen, true])
  await t.advance('2h')
  expect(await banner('/_emulator')).toBe(false)
})
