import type { World } from '../../client.ts'
import { kindOf } from '../deviations.ts'
import { creationKeys } from '../keys.ts'
import type { Deviation, Story } from '../story.ts'

/** Endpoints whose requests create something to pay. */
const creationPaths = ['/charges', '/orders'] as const

/** Where the calls are that a deviation of a call is about. */
const calls: Record<string, { method?: 'GET'; path?: string }> = {
  read_503: { method: 'GET' },
  read_lost: { method: 'GET' },
  token_503: { path: '/realms' },
  unauthorized_once: { path: '/charges' },
}

/** Gives the requests of a story their scenario keys. The program sends none, so rules choose them. */
export async function giveScenarios(world: World, story: Story): Promise<void> {
  await world.rules.remove()
  // The oldest rule wins: those for a single call come before those that stay.
  await disturbCalls(world, story, 1)
  const { first, rest } = creationKeys(story)
  for (const path of creationPaths) {
    for (const key of first) await world.rules.add({ key, when: { method: 'POST', path }, count: 1 })
    await world.rules.add({ key: rest, when: { method: 'POST', path } })
  }
}

/** The deviations of calls that begin with a step. */
const startingAt = ({ deviations }: Story, step: number): Deviation[] =>
  deviations.filter(({ name, at }) => kindOf(name).where === 'call' && at === step)

/** Disturbs the next call of each kind that the story disturbs from this step on. */
export async function disturbCalls(world: World, story: Story, step: number): Promise<void> {
  for (const { name } of startingAt(story, step)) {
    const { key } = kindOf(name)
    if (key === undefined) await world.tokens.revoke()
    else await world.rules.add({ key, count: 1, when: calls[name] ?? {} })
  }
}
