import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '../../src/client.ts'
import { deviationNames, kindOf } from '../../src/examiner/deviations.ts'
import { covers, grouped } from '../../src/examiner/findings.ts'
import type { Features } from '../../src/examiner/flows.ts'
import { captureKeys, creationKeys, ownTestKey } from '../../src/examiner/keys.ts'
import type { LawName } from '../../src/examiner/laws.ts'
import { Orders } from '../../src/examiner/play/orders.ts'
import { Timeline } from '../../src/examiner/play/timeline.ts'
import { randomOf } from '../../src/examiner/random.ts'
import { inOwnTests } from '../../src/examiner/report/text.ts'
import { type SearchSpace, singles, stories } from '../../src/examiner/search.ts'
import { shrink } from '../../src/examiner/shrink.ts'
import { fitTogether, parseStory, type Story, storyText } from '../../src/examiner/story.ts'

const features: Features = {
  actions: [],
  returns: false,
  steps: 2,
  charged: 1,
  creations: 1,
  webhooks: 1,
  reads: true,
  polls: false,
  restarts: false,
  hosted: false,
  bareSecret: false,
}
const redirect = { ...features, actions: ['redirect_url'], returns: true, steps: 3 }
const space = (more: Partial<SearchSpace> = {}): SearchSpace => ({
  flows: ['scenario:noauth', 'scenario:auth_3ds'],
  features: (flow) => (flow === 'scenario:noauth' ? features : redirect),
  also: [],
  never: [],
  isKnown: () => false,
  ...more,
})
const take = (count: number, from: Generator<Story>): Story[] => {
  const taken: Story[] = []
  for (const story of from) {
    taken.push(story)
    if (taken.length === count) break
  }
  return taken
}
const namesIn = (found: readonly Story[]) =>
  new Set(found.flatMap((s) => s.deviations.map(({ name }) => name)))

describe('the search', () => {
  test('plays every flow and verdict first, then single deviations, pairs and triples', () => {
    const sizes = take(3000, stories(space(), randomOf('a'))).map(({ deviations }) => deviations.length)
    expect(sizes.slice(0, 6).every((size) => size === 0)).toBe(true)
    const first = (size: number) => sizes.indexOf(size)
    expect([0, 1, 2, 3].map(first)).toEqual([...[0, 1, 2, 3].map(first)].sort((a, b) => a - b))
    expect(first(3)).toBeGreaterThan(0)
  })

  test('tells the same stories for the same seed, and others for another', () => {
    const told = (seed: string) => take(3000, stories(space(), randomOf(seed))).map(storyText)
    expect(told('a')).toEqual(told('a'))
    expect(told('a')).not.toEqual(told('b'))
  })

  test('tells no single deviation and no pair twice', () => {
    const texts = take(2000, stories(space(), randomOf('a')))
      .filter(({ deviations }) => deviations.length < 3)
      .map(storyText)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('plays webhook_lost only for programs that poll, and restart only for those that it can start', () => {
    const without = namesIn(take(1000, stories(space(), randomOf('a'))))
    expect([without.has('webhook_lost'), without.has('restart')]).toEqual([false, false])
    const able = { ...features, polls: true, restarts: true }
    const all = namesIn(take(1000, stories(space({ features: () => able }), randomOf('a'))))
    expect([all.has('webhook_lost'), all.has('restart')]).toEqual([true, true])
  })

  test('plays token_revoked only when asked for, and never what is excluded', () => {
    expect(namesIn(take(1000, stories(space(), randomOf('a')))).has('token_revoked')).toBe(false)
    const asked = space({ also: ['token_revoked'], never: ['webhook_twice'] })
    const names = namesIn(take(1000, stories(asked, randomOf('a'))))
    expect([names.has('token_revoked'), names.has('webhook_twice')]).toEqual([true, false])
  })

  test('puts forged webhooks only where a charge is pending or failed', () => {
    const names = (flow: string, issuer: string) => singles(space(), flow, issuer).map(({ name }) => name)
    expect(names('scenario:noauth', 'approved')).not.toContain('forged_unsigned')
    expect(names('scenario:noauth', 'insufficient_funds')).toContain('forged_unsigned')
    expect(names('scenario:auth_3ds', 'approved')).toContain('forged_unsigned')
  })

  test('plays webhooks with the right secret only where it signs no body, and nothing of a hosted page elsewhere', () => {
    const names = (more: Partial<Features>) =>
      singles(space({ features: () => ({ ...redirect, ...more }) }), 'scenario:auth_3ds', 'approved')
    const only = ['forged_success', 'forged_failure', 'forged_amount', 'forged_transaction']
    const pages = ['second_method', 'comes_back', 'returns_with_other']
    const plain = names({}).map(({ name }) => String(name))
    expect(plain.filter((name) => [...only, ...pages].includes(name))).toEqual([])
    const hosted = names({ hosted: true, bareSecret: true, charged: 2 })
    expect(hosted.map(({ name }) => name)).toEqual(expect.arrayContaining([...only, ...pages]))
    expect(hosted.find(({ name }) => name === 'forged_success')?.at).toBe(2)
  })

  test('combines nothing further that breaks a law alone', () => {
    const isKnown = ({ deviations }: Story) => deviations.some(({ name }) => name === 'answer_lost')
    const pairs = take(1000, stories(space({ isKnown }), randomOf('a'))).filter(
      (s) => s.deviations.length > 1,
    )
    expect(namesIn(pairs).has('answer_lost')).toBe(false)
  })

  test('does not put two deviations into one place', () => {
    const [a, b, c] = parseStory('scenario:noauth issuer:approved answer_lost@1 refused_503@1 refused_503@2')
      .deviations as [never, never, never]
    expect([fitTogether(a, b), fitTogether(a, c)]).toEqual([false, true])
  })
})

describe('shrinking', () => {
  test('leaves out what is not needed, and takes the simplest flow, verdict and position', async () => {
    const long = parseStory('scenario:auth_3ds issuer:insufficient_funds webhook_twice@2 slow_answer@1')
    const tried: string[] = []
    const shortest = await shrink(long, ['scenario:noauth', 'scenario:auth_3ds'], async (story) => {
      tried.push(storyText(story))
      return story.deviations.some(({ name }) => name === 'webhook_twice')
    })
    expect(storyText(shortest)).toBe('scenario:noauth issuer:approved webhook_twice@1')
    expect(new Set(tried).size).toBe(tried.length)
  })

  test('keeps a story of which nothing can be left out', async () => {
    const story = parseStory('scenario:noauth issuer:approved answer_lost@1 presses_again@1')
    expect(await shrink(story, ['scenario:noauth'], async () => false)).toEqual(story)
  })
})

test.each([
  ['webhook_twice@1', 'webhook_twice@2 slow_answer@1', true],
  ['webhook_twice@1 slow_answer@1', 'webhook_twice@1', false],
  ['', 'webhook_twice@1', true],
])('A finding with "%s" covers a breach with "%s": %s', (part, whole, expected) => {
  const story = (text: string) => parseStory(`scenario:noauth issuer:approved ${text}`)
  expect(covers({ law: 'ends', story: story(part) }, 'ends', story(whole))).toBe(expected)
  expect(covers({ law: 'ends', story: story(part) }, 'one_charge', story(whole))).toBe(false)
})

describe('a story', () => {
  test('is read back from its text, every deviation of it', () => {
    for (const name of deviationNames) {
      const text = `scenario:auth_pin issuer:do_not_honor ${name}@3`
      expect(storyText(parseStory(text))).toBe(text)
    }
  })

  test.each([
    ['scenario:noauth', 'must begin with a flow and a verdict'],
    ['scenario:noauth issuer:approved webhook_twise@1', 'did you mean "webhook_twice"'],
    ['scenario:noauth issuer:approved webhook_twice@0', 'is not a deviation'],
  ])('that does not fit is refused with the way out: %s', (text, message) => {
    expect(() => parseStory(text)).toThrow(message)
  })

  test('gives each request that creates a charge its key', () => {
    const story = parseStory('scenario:auth_3ds issuer:insufficient_funds answer_lost@2 webhook_twice@1')
    const base = 'scenario:auth_3ds&issuer:insufficient_funds'
    expect(creationKeys(story)).toEqual({
      first: [`${base}&webhook:duplicate`, `${base}&network:lost_after_commit`],
      rest: base,
    })
    expect(ownTestKey(parseStory('scenario:noauth issuer:approved webhook_twice@1'))).toBe(
      'scenario:noauth&webhook:duplicate',
    )
    expect(ownTestKey(parseStory('scenario:noauth issuer:approved pays_twice@1'))).toBeUndefined()
  })

  test('meets the capture of an order as the second request that moves money', () => {
    const keys = (words: string) => captureKeys(parseStory(`scenario:noauth issuer:approved ${words}`))
    expect(keys('answer_lost@2 webhook_twice@2')).toEqual(['network:lost_after_commit'])
    expect(keys('answer_lost@1')).toEqual([])
  })

  test('is had in tests by a rule for the endpoint that the program uses', () => {
    const story = parseStory('scenario:noauth issuer:approved webhook_twice@1')
    expect(inOwnTests({ story, creates: '/orders' })).toContain('for POST /orders')
    const pair = parseStory('scenario:noauth issuer:approved webhook_twice@1 restart@1')
    expect(inOwnTests({ story: pair, creates: '/orders' })).toContain('for POST /orders')
  })

  test('holds only scenario keys that there are', async () => {
    const { createEmulator } = await import('../../src/index.ts')
    const emulator = await createEmulator()
    for (const name of deviationNames) {
      const { key } = kindOf(name)
      if (key !== undefined) await emulator.scenarios.explain(`scenario:noauth&${key}`)
    }
    await emulator.close()
  })
})

test('Findings of one story with one cause are told as one, the law that says more first', () => {
  const finding = (law: LawName, words: string) => ({
    law,
    how: law,
    story: parseStory(`scenario:noauth issuer:approved ${words}`),
    unsteady: false,
    timeline: [],
    creates: '/charges' as const,
  })
  const [ends, paid, other, twice] = [
    finding('ends', 'answer_lost@1'),
    finding('paid_iff_succeeded', 'answer_lost@1'),
    finding('ends', 'declines@1'),
    finding('fulfilled_once', 'answer_lost@1'),
  ] as const
  expect(grouped([ends, paid, other, twice])).toEqual([
    { finding: paid, with: [ends] },
    { finding: other, with: [] },
    { finding: twice, with: [] },
  ])
})

test('Reads that are answered as before are counted in a timeline', () => {
  const request = (method: string, status: string) =>
    ({
      method,
      path: '/charges/chg_1',
      status: 200,
      request_headers: {},
      request_body: '',
      response_body: JSON.stringify({ data: { status } }),
    }) as unknown as JournalEntry
  const timeline = new Timeline(0, () => 0)
  const pending = request('GET', 'pending')
  timeline.requests([pending, pending, pending, request('GET', 'succeeded'), request('POST', ''), pending])
  expect(timeline.moments.map(({ what }) => what)).toEqual([
    'GET /charges/chg_1 → 200 (pending)',
    '2 more reads, answered as before',
    'GET /charges/chg_1 → 200 (succeeded)',
    'POST /charges/chg_1 → 200',
    'GET /charges/chg_1 → 200 (pending)',
  ])
})

describe('an order', () => {
  const first = (seed: string, began: number) => new Orders(seed, 1500, 'NGN', began).next().id
  const now = Date.UTC(2026, 0, 1)

  test('has another id in each examination, though the seed is the same, always as long', () => {
    expect(first('a', now)).not.toBe(first('a', now + 1))
    expect([first('a', now), first('another', 0)]).toEqual([
      expect.stringMatching(/^[a-z0-9-]{20}$/),
      expect.stringMatching(/^[a-z0-9-]{20}$/),
    ])
  })

  test('is found in a text that names it', () => {
    const orders = new Orders('a', 1500, 'NGN', now)
    const { id } = orders.next()
    expect([orders.find(`{"reference":"${id}-2"}`), orders.find('another-00001')]).toEqual([id, undefined])
  })
})
