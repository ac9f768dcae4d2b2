import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { documentOf } from '../../../src/domain/stored/plan.ts'
import { type Harness, harness } from '../../harness.ts'
import { odd, spoilt } from '../../support/mutate.ts'

/** The built-in scenarios as documents to be mutated, each with a new key. */
const documents = (t: Harness): Record<string, unknown>[] =>
  [...t.world.catalogue.fragments.values()].map(({ source: _source, ...fragment }, index) => {
    const document: Record<string, unknown> = { ...documentOf(fragment), key: `mine:f${index}` }
    delete document['default_for']
    return document
  })

/** Posts a text; a refusal names the position of each problem, and adds nothing. An accepted key can be used. */
async function tried(t: Harness, text: string): Promise<boolean> {
  const before = t.world.catalogue
  const { status, body } = await t.send('POST', '/_emulator/scenarios', text)
  expect(t.faults).toEqual([])
  if (status === 400) {
    expect(body.error.validation_errors.length).toBeGreaterThan(0)
    for (const { message } of body.error.validation_errors) expect(message.length).toBeGreaterThan(5)
    expect(t.world.catalogue).toBe(before)
    return false
  }
  expect(status).toBe(201)
  return true
}

test('A mutated scenario file is refused with the position of each problem and adds nothing, or it works', async () => {
  const t = harness({ instantLatency: true })
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...documents(t)).chain(spoilt), async (document) => {
      if (!(await tried(t, stringify(document)))) return
      taken++
      const { key } = document as { key: string }
      // A scenario may break the answer, down to its bytes; errors of the emulator are in `faults`.
      const answer = t.charge({}, key).catch(() => undefined)
      expect((await t.get(`/_emulator/scenarios/explain?key=${encodeURIComponent(key)}`)).status).toBe(200)
      await t.advance('1d')
      expect(t.faults).toEqual([])
      // A key whose request is never answered hangs until the world is reset.
      await t.post('/_emulator/reset')
      await answer
    }),
    { numRuns: 300, seed: 4 },
  )
  expect(taken).toBeGreaterThan(20)
}, 120_000)

test('Anything posted in place of a scenario is refused with a reason', async () => {
  const t = harness()
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        odd.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      async (text) => {
        await tried(t, text)
      },
    ),
    { numRuns: 200, seed: 4 },
  )
})

test.each([
  ['a tab', 'key: x\n\ttitle: y'],
  ['an alias bomb', `a: &a [${'x,'.repeat(9)}x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: [${'*b,'.repeat(99)}*b]`],
  ['deep nesting', '['.repeat(5000)],
  ['a merge of itself', '&a\n<<: *a\nkey: x'],
  ['a tag of code', '!!js/function "function () {}"'],
  ['a key of the prototype', '__proto__: {polluted: true}\nkey: x\ntitle: y\nprocessor_response: approved'],
  ['two documents of which one is bad', 'key: a\ntitle: A\nprocessor_response: approved\n---\nkey: b'],
  [
    'a step that waits for ever',
    'key: a\ntitle: A\nsteps: [{ask: requires_otp, after: 9999999h}, {finish: issuer}]',
  ],
  ['nothing', ''],
  ['a comment', '# nothing'],
])('%s is refused and adds nothing', async (_what, text) => {
  const t = harness()
  expect(await tried(t, text)).toBe(false)
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
})
