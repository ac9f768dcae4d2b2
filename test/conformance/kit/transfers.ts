import type { Answer } from './answer.ts'
import { withMember } from './answer.ts'
import { destination } from './destination.ts'
import type { Place } from './member.ts'
import { Skipped } from './rule.ts'
import type { Trial } from './trial.ts'

/** A transfer that should be accepted. */
export async function transferBody(t: Trial, currency = 'NGN'): Promise<Record<string, unknown>> {
  return {
    ...(await destination(t, currency)),
    amount: 500,
    currency,
    narration: 'Conformance',
    reference: t.session.reference(),
  }
}

/** Reasons why a sandbox sends no money although the request is valid. */
const otherwise = /balance|fund|permission|enabled|disabled|whitelist|not available|unavailable|approv|ip /i

/** Creates a transfer. Throws a Skipped if the address would send money but may not. */
export async function transfer(t: Trial, overrides: object = {}, headers: Record<string, string> = {}) {
  const body = { ...(await transferBody(t)), ...overrides }
  return sendable(t, await t.v3('POST', '/v3/transfers', { body, headers }))
}

export function sendable(t: Trial, answer: Answer): Answer {
  if (!t.target.emulator && answer.status >= 400 && otherwise.test(answer.string('message')))
    throw new Skipped(`no transfer can be made there: ${answer.status} ${answer.string('message')}`)
  return answer
}

/** Statuses that say nothing about the members of a request. */
const otherRefusals = [401, 403, 404, 405, 429]

/** Reports a difference unless a v3 request was refused; the statuses and bodies of refusals are chosen. */
export function refusedV3(t: Trial, answer: Answer, why: string): void {
  const { emulator } = t.target
  const { status } = answer
  const refused = emulator ? status === 400 : status >= 400 && status < 500 && !otherRefusals.includes(status)
  t.that(answer, refused && answer.at('status') !== 'success', `${emulator ? '400' : 'a refusal'} (${why})`)
}

/** POST /v3/transfers. */
export const transferPlace: Place = {
  needs: ['secret_key'],
  taken: 200,
  send: async (t, { field, around }, value) => {
    const body = withMember({ ...(await transferBody(t)), ...around?.(t) }, field, value)
    return sendable(t, await t.v3('POST', '/v3/transfers', { body }))
  },
  refused: (t, answer, _, why) => refusedV3(t, answer, why),
}
