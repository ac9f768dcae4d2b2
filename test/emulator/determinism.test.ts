import { expect, test } from 'vitest'
import { type Harness, type HarnessOptions, harness } from '../harness.ts'
import { Session } from '../support/session.ts'

/** Answers, webhooks and the whole world after a long random session. */
async function played(options: HarnessOptions, seed = 'session', world?: string): Promise<string[]> {
  const whole = harness({ instantLatency: true, ...options })
  const t: Harness = world === undefined ? whole : whole.in(world)
  const session = new Session(t, seed)
  await session.run(500)
  const webhooks = t.webhooks.map((webhook) => JSON.stringify(webhook))
  const state = await t.fetch('/_emulator/state')
  expect(t.faults).toEqual([])
  return [...session.transcript, ...webhooks, await state.text()]
}

/** What several tests compare with. */
let usual: Promise<string[]> | undefined
const playedOnce = (): Promise<string[]> => {
  usual ??= played({})
  return usual
}

test('The same seed and the same requests give the same bytes: answers, webhooks, and everything that is stored', async () => {
  const first = await playedOnce()
  expect(first.length).toBeGreaterThan(600)
  expect(await played({})).toEqual(first)
})

test('Another seed gives other ids', async () => {
  const first = (await playedOnce()).join('\n').match(/chg_\w+/g)
  const other = (await played({ settings: { seed: 'another' } })).join('\n').match(/chg_\w+/g)
  expect(first?.length).toBeGreaterThan(100)
  expect(other?.some((id) => first?.includes(id))).toBe(false)
})

test('Worlds of one emulator have different ids, and the same ids for the same name', async () => {
  const a = await played({}, 'session', 'a')
  expect(await played({}, 'session', 'a')).toEqual(a)
  expect(await played({}, 'session', 'b')).not.toEqual(a)
})

test('A reset starts again from the seed', async () => {
  const t = harness()
  const ids = async (): Promise<string[]> => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push((await t.created({ reference: `again-${n}` })).id)
    return made
  }
  const first = await ids()
  await t.post('/_emulator/reset')
  expect(await ids()).toEqual(first)
})

test('In a live world the same seed and requests give the same answers except for times', async () => {
  const timeless = (lines: string[]): string[] =>
    lines.map((line) =>
      line
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
        // The journal truncates long answers, here in the middle of a time.
        .replace(/\d{4}-[\dT:.-]*…/g, 'TIME…')
        // A scenario truncates the body of a webhook, here too.
        .replace(/\d{4}-\d\d-[\dT:.-]*(?=",|\\*"$)/g, 'TIME')
        .replace(/\b1[89]\d{11}\b|\b2\d{12}\b/g, 'MS')
        .replace(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, 'TOKEN')
        .replace(/"(X-Webhook-Signature|kid)":"[^"]*"/g, ''),
    )
  const start = Date.UTC(2031, 4, 5, 6, 7, 8, 9)
  const first = timeless(await played({ clock: 'live' }))
  expect(timeless(await played({ clock: 'live', startAt: start }))).toEqual(first)
})
