import { NotApplicable, type Rule } from '../kit/rule.ts'
import type { Session } from '../kit/session.ts'

/** Whether an address has an operation; requested once per session. */
const known = new WeakMap<Session, Map<string, Promise<number>>>()

/**
 * Rules about operations that the contract does not show do not apply to a foreign address without them. An empty body
 * creates nothing, and gets a 404 or 405 only if the operation does not exist.
 */
export const absent = (path: string, rules: readonly Rule[]): Rule[] =>
  rules.map((rule) => ({
    ...rule,
    async check(t) {
      if (!t.target.emulator) {
        const asked = known.get(t.session) ?? new Map<string, Promise<number>>()
        known.set(t.session, asked)
        const status =
          asked.get(path) ?? t.service('POST', path, { body: {} }).then((answer) => answer.status)
        asked.set(path, status)
        if ([404, 405, 501].includes(await status)) throw new NotApplicable(`there is no POST ${path}`)
      }
      return rule.check(t)
    },
  }))
