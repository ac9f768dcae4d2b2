import { paymentMethodTypes } from '../../domain/kernel/enums.ts'
import { kindOf } from '../deviations.ts'
import { attemptKeys, captureKeys, creationKeys, creationPaths, declinedCard, hostedPath } from '../keys.ts'
import type { Deviation, Story } from '../story.ts'
import type { Service } from './service.ts'

/** Where the calls are that a deviation of a call is about; by default where the program creates what is paid. */
const calls: Record<string, { method?: 'GET'; path?: string }> = {
  read_503: { method: 'GET' },
  read_lost: { method: 'GET' },
  token_503: { path: '/realms' },
}

/** Gives the requests of a story their scenario keys. The program sends none, so rules choose them. */
export async function giveScenarios(service: Service, story: Story): Promise<void> {
  const { rules } = service.emulator
  await rules.remove()
  // The oldest rule wins: those for a single call come before those that stay.
  await disturbCalls(service, story, 1)
  const { first, rest } = creationKeys(story)
  const isSecond = story.deviations.some(({ name }) => name === 'second_method')
  if (isSecond) await giveAttempts(service, story)
  for (const path of creationPaths) {
    if (isSecond && path === hostedPath) continue
    for (const key of first) await rules.add({ key, when: { method: 'POST', path }, count: 1 })
    await rules.add({ key: rest, when: { method: 'POST', path } })
  }
  for (const key of captureKeys(story))
    await rules.add({ key, when: { method: 'PUT', path: '/orders' }, count: 1 })
}

/** Gives each attempt on a hosted page a key of its own. The request that creates the page gets none, which would decide. */
async function giveAttempts({ emulator: { rules } }: Service, story: Story): Promise<void> {
  const { declined, card, other } = attemptKeys(story)
  const when = { method: 'POST', path: hostedPath } as const
  await rules.add({ key: declined, when: { ...when, card: { last4: declinedCard.slice(-4) } } })
  for (const method of paymentMethodTypes)
    await rules.add({ key: method === 'card' ? card : other, when: { ...when, paymentMethod: method } })
}

/** The deviations of calls that begin with a step. */
const startingAt = ({ deviations }: Story, step: number): Deviation[] =>
  deviations.filter(({ name, at }) => kindOf(name).where === 'call' && at === step)

/** Disturbs the next call of each kind that the story disturbs from this step on. */
export async function disturbCalls(
  { emulator, creates }: Service,
  story: Story,
  step: number,
): Promise<void> {
  for (const { name } of startingAt(story, step)) {
    const { key } = kindOf(name)
    if (key === undefined) await emulator.tokens.revoke()
    else await emulator.rules.add({ key, count: 1, when: calls[name] ?? { path: creates } })
  }
}
