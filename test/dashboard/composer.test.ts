import { expect, test } from 'vitest'
import { mergeFragments, setBy } from '../../src/domain/scenario/merge.ts'
import { harness } from '../harness.ts'

const page = async (query: Record<string, string>): Promise<string> =>
  (await harness().fetch(`/_emulator/ui/scenarios?${new URLSearchParams(query)}`)).text()

const explained = (html: string): string => /<div id="explained"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''

test('A key for another payment method is refused with the choices to change, not with a list of keys', async () => {
  const text = explained(
    await page({ key: 'scenario:bank_transfer_late&webhook:delayed', pm: 'pmd_card000001' }),
  )
  expect(text).toContain('<code>scenario:bank_transfer_late</code> is a flow for')
  expect(text).toContain('pm=pmd_transfer01')
  expect(text).toContain('?key=webhook%3Adelayed&amp;pm=pmd_card000001')
  expect(text.match(/scenario:/g)?.length).toBeLessThan(5)
})

test('A menu shows all chosen keys that are combined, and marks those that would replace one', async () => {
  const html = await page({ key: 'webhook:delayed&webhook:duplicate' })
  expect(html).toContain('selected>webhook:delayed &amp; webhook:duplicate</option>')
  expect(html).toContain('>remove webhook:delayed</option>')
  expect(html).toContain('>webhook:immediate, replaces webhook:delayed</option>')
})

test('Two fragments set the same thing exactly if their key is refused', () => {
  const { fragments } = harness().world.catalogue
  const all = [...fragments.values()].filter(({ sequence }) => sequence === undefined)
  const refused = (...pair: typeof all): boolean => {
    try {
      mergeFragments(pair)
      return false
    } catch {
      return true
    }
  }
  const some = all.filter(({ webhooks, response }) => webhooks ?? response)
  for (const one of some)
    for (const other of all)
      if (one !== other)
        expect([one.key, other.key, setBy(one).some((thing) => setBy(other).includes(thing))]).toEqual([
          one.key,
          other.key,
          refused(one, other),
        ])
})

test('The menu of payment methods offers one of each type, however many there are', async () => {
  const t = harness()
  for (let n = 0; n < 110; n++)
    await t.post('/payment-methods', {
      type: 'ussd',
      ussd: { account_bank: '058' },
      customer_id: 'cus_adaobi0001',
    })
  const html = await (await t.fetch('/_emulator/ui/scenarios')).text()
  for (const type of ['card', 'bank_transfer', 'mobile_money', 'ussd', 'transfer'])
    expect(html).toContain(`data-type="${type}"`)
})
