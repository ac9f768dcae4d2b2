import { kindOf } from './deviations.ts'
import type { Story } from './story.ts'

/** Endpoints whose requests create something to pay. */
export const creationPaths = ['/charges', '/orders', '/v3/payments', '/v3/charges'] as const
export type CreationPath = (typeof creationPaths)[number]

/** Where a page is created on which the customer chooses what to pay with. */
export const hostedPath = '/v3/payments' satisfies CreationPath

/** The card of the first attempt on such a page, where that is declined. */
export const declinedCard = '4111111111111111'

/** The scenario keys of a story: of its first creating requests one after the other, and of all later ones. */
export interface CreationKeys {
  readonly first: readonly string[]
  readonly rest: string
}

/** Which scenario keys the requests of a story get that create something to pay. */
export function creationKeys({ flow, issuer, deviations }: Story): CreationKeys {
  const flowKey = issuer === 'approved' ? flow : `${flow}&issuer:${issuer}`
  const special = deviations.filter(
    ({ name }) => kindOf(name).counts === 'creations' && kindOf(name).key !== undefined,
  )
  // Two presses at once: the first must still be under way when the second comes.
  const overlap = deviations.some(({ name }) => name === 'pays_twice') ? ['network:moment'] : []
  const rest = [flowKey, ...overlap].join('&')
  const count = Math.max(0, ...special.map(({ at }) => at))
  const first = Array.from({ length: count }, (_, index) => {
    const here = special.filter(({ at }) => at === index + 1).map(({ name }) => name)
    const keys = here.map((name) => kindOf(name).key)
    return [flowKey, ...keys, ...(here.includes('slow_answer') ? [] : overlap)].join('&')
  })
  return { first, rest }
}

/** What the attempts on a hosted page get in a story where the first card is declined: by card, and otherwise. */
export const attemptKeys = ({ flow, issuer }: Story): { declined: string; card: string; other: string } => {
  const isApproved = issuer === 'approved'
  return {
    declined: `${flow}&issuer:${isApproved ? 'do_not_honor' : issuer}`,
    card: isApproved ? flow : `${flow}&issuer:${issuer}`,
    other: `issuer:${issuer}`,
  }
}

/** The scenario keys of captures: an order is created by the first request that moves money, and captured by the second. */
export const captureKeys = ({ deviations }: Story): string[] =>
  deviations.flatMap(({ name, at }) => {
    const { where, key } = kindOf(name)
    return where === 'creation' && at === 2 && key !== undefined ? [key] : []
  })

/** How to have a story in one's own tests: a scenario key, where one can say it. */
export function ownTestKey(story: Story): string | undefined {
  const fits = story.deviations.every(
    ({ name, at }) => kindOf(name).counts === 'creations' && kindOf(name).key !== undefined && at === 1,
  )
  const { first, rest } = creationKeys(story)
  return fits ? (first[0] ?? rest) : undefined
}
