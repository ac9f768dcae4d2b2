import { type DeviationName, deviationNames, kindOf } from './deviations.ts'
import type { Features } from './flows.ts'
import { pick } from './random.ts'
import { type Deviation, fitTogether, type Story, sorted, storyText } from './story.ts'

/** What the issuer says, simplest first. `approved` alone succeeds. */
export const verdicts = [
  'approved',
  'insufficient_funds',
  'do_not_honor',
  'partial_approval',
  'issuer_unavailable',
] as const

/** The verdicts of stories with deviations: how the issuer refuses makes no difference there. */
const mainVerdicts = ['approved', 'insufficient_funds'] as const

/** The most positions of one deviation that are tried. */
const mostPositions = 4

export interface SearchSpace {
  /** Scenario keys, simplest first. */
  readonly flows: readonly string[]
  /** What is known of a flow once it was played; undefined where it does not work. */
  readonly features: (flow: string) => Features | undefined
  readonly also: readonly DeviationName[]
  readonly never: readonly DeviationName[]
  /** Whether a story has nothing new to tell, because a part of it breaks a law already. */
  readonly isKnown: (story: Story) => boolean
}

/** The deviations, each at each position, that can make a difference in a flow and with a verdict. */
export function singles(space: SearchSpace, flow: string, issuer: string): Deviation[] {
  const features = space.features(flow)
  if (features === undefined) return []
  return deviationNames.flatMap((name) => {
    const kind = kindOf(name)
    if (space.never.includes(name) || (kind.onRequest && !space.also.includes(name))) return []
    if (!kind.fits(features, issuer !== 'approved')) return []
    const counts = { ...features, actions: features.actions.length, once: 1 }
    // Nothing can be forged about a charge that there is not.
    const first = kind.where === 'forged' && kind.counts === 'steps' ? features.charged : 1
    const positions = Math.min(Math.max(counts[kind.counts] - first + 1, 1), mostPositions)
    return Array.from({ length: positions }, (_, index) => ({ name, at: first + index }))
  })
}

/**
 * Pairs that belong together come first: what happens to a request and what the customer does then, a token and its
 * renewal, what was only in memory. A word is a deviation or where it happens.
 */
const likelyPairs: readonly (readonly [string, string])[] = [
  ['creation', 'presses_again'],
  ['creation', 'pays_twice'],
  ['restart', 'webhook_lost'],
  ['call', 'webhook_lost'],
  ['unauthorized', 'token_503'],
  ['restart', 'token_503'],
  ['restart', 'forged_old'],
  ['restart', 'webhook'],
  ['restart', 'creation'],
  ['creation', 'webhook'],
  ['customer', 'webhook'],
  ['read_503', 'webhook'],
  ['forged', 'customer'],
  ['creation', 'customer'],
  ['customer', 'customer'],
  ['webhook', 'webhook'],
  ['call', 'customer'],
  ['call', 'creation'],
  ['forged', 'creation'],
]

/** How many of them are played before the deviations that tell less. */
const firstRanks = 8

const isCalled = ({ name }: Deviation, word: string): boolean =>
  name === word || kindOf(name).where === word || name.startsWith(`${word}_`)

/** How likely a pair is to find something; the lowest comes first. */
export function rankOf(a: Deviation, b: Deviation): number {
  const found = likelyPairs.findIndex(
    ([one, other]) => (isCalled(a, one) && isCalled(b, other)) || (isCalled(b, one) && isCalled(a, other)),
  )
  return found < 0 ? likelyPairs.length : found
}

/** Deviations that most mistakes show under, by verdict. */
const telling: Record<(typeof mainVerdicts)[number], readonly DeviationName[]> = {
  approved: [
    ...(['webhook_twice', 'forged_unsigned', 'forged_bad_signature', 'answer_lost', 'pays_twice'] as const),
    ...([
      'second_method',
      'comes_back',
      'forged_success',
      'forged_transaction',
      'returns_with_other',
      'forged_failure',
      'forged_amount',
    ] as const),
    ...([
      'webhook_before_answer',
      'webhook_truncated_first',
      'webhook_unknown_type',
      'returns_early',
    ] as const),
    ...([
      'unauthorized_once',
      'token_503',
      'token_revoked',
      'restart',
      'webhook_lost',
      'declines',
      'walks_away',
    ] as const),
    ...([
      'webhook_flood',
      'webhook_unknown_reference',
      'forged_old',
      'read_503',
      'connection_reset',
    ] as const),
  ],
  insufficient_funds: [
    ...(['presses_again', 'forged_unsigned', 'forged_bad_signature', 'forged_success'] as const),
    ...(['forged_transaction', 'answer_lost'] as const),
  ],
}

/** Every flow, and every verdict; the simplest story is left out, because it was played before. */
export function* plainStories(flows: readonly string[]): Generator<Story> {
  for (const flow of flows.slice(1)) yield { flow, issuer: 'approved', deviations: [] }
  for (const issuer of verdicts.slice(1))
    for (const flow of issuer === mainVerdicts[1] ? flows : flows.slice(0, 1))
      yield { flow, issuer, deviations: [] }
}

/** Stories to play, the likeliest to find something first, without end. Ask for the next one when the last was played. */
export function* stories(space: SearchSpace, random: () => number): Generator<Story> {
  const told = new Set<string>()
  for (const story of [...plainStories(space.flows)]) yield story
  for (const story of inOrder(space)) {
    const text = storyText(story)
    if (told.has(text) || (story.deviations.length > 1 && space.isKnown(story))) continue
    told.add(text)
    yield story
  }
  // Without an end, unless nothing is left that could be combined.
  for (let misses = 0; misses < 1000; ) {
    const story = triple(space, random)
    if (story === undefined || space.isKnown(story)) misses++
    else {
      misses = 0
      yield story
    }
  }
}

/** Single deviations and pairs; some come twice. */
function* inOrder(space: SearchSpace): Generator<Story> {
  const contexts = space.flows.flatMap((flow) => mainVerdicts.map((issuer) => ({ flow, issuer })))
  for (const context of contexts)
    for (const name of telling[context.issuer]) {
      const first = singles(space, context.flow, context.issuer).find((one) => one.name === name)
      if (first) yield { ...context, deviations: [first] }
    }
  for (let rank = 0; rank < firstRanks; rank++)
    for (const context of contexts.slice(0, 4))
      for (const pair of pairs(space, context, rank))
        if (!pair.deviations.some(({ name }) => kindOf(name).slow)) yield pair
  for (const context of contexts)
    for (const one of singles(space, context.flow, context.issuer)) yield { ...context, deviations: [one] }
  for (let rank = 0; rank <= likelyPairs.length; rank++)
    for (const context of contexts) yield* pairs(space, context, rank)
}

type Context = Pick<Story, 'flow' | 'issuer'>

function* pairs(space: SearchSpace, context: Context, rank: number): Generator<Story> {
  const all = singles(space, context.flow, context.issuer).filter(({ at }) => at <= 2)
  for (const [index, a] of all.entries())
    for (const b of all.slice(index + 1))
      if (fitTogether(a, b) && rankOf(a, b) === rank) yield sorted({ ...context, deviations: [a, b] })
}

function triple(space: SearchSpace, random: () => number): Story | undefined {
  const flow = pick(random, space.flows)
  const issuer = random() < 0.7 ? 'approved' : pick(random, mainVerdicts)
  if (flow === undefined || issuer === undefined) return undefined
  const all = singles(space, flow, issuer)
  const chosen: Deviation[] = []
  for (let tries = 0; tries < 30 && chosen.length < 3; tries++) {
    const next = pick(random, all)
    if (next && chosen.every((other) => fitTogether(other, next))) chosen.push(next)
  }
  return chosen.length < 3 ? undefined : sorted({ flow, issuer, deviations: chosen })
}
