import { type Need, NotApplicable, type Rule, Skipped } from './rule.ts'
import type { Session } from './session.ts'
import { NoAnswer } from './transport.ts'
import type { Difference } from './trial.ts'
import { Findings, Trial } from './trial.ts'

export const outcomes = ['agrees', 'differs', 'not applicable', 'skipped'] as const
export type Outcome = (typeof outcomes)[number]

/** The result of one rule. */
export interface Result {
  rule: Rule
  outcome: Outcome
  /** How many comparisons it made. */
  checks: number
  differences: readonly Difference[]
  /** Why it does not apply or was skipped. */
  reason: string | undefined
  notes: readonly string[]
}

/** Checks every rule in order; `done` receives each result as soon as it is known. */
export async function run(
  rules: readonly Rule[],
  session: Session,
  done: (result: Result) => void = () => {},
): Promise<Result[]> {
  const results: Result[] = []
  for (const rule of rules) {
    const result = await look(rule, session)
    results.push(result)
    done(result)
  }
  return results
}

async function look(rule: Rule, session: Session): Promise<Result> {
  const findings = new Findings()
  const missing = rule.needs.map((need) => lacks(need, session)).find((reason) => reason !== undefined)
  let outcome: Outcome | undefined = missing === undefined ? undefined : 'skipped'
  let reason = missing
  if (outcome === undefined)
    try {
      await rule.check(new Trial(session, findings))
    } catch (error) {
      if (error instanceof NotApplicable) outcome = 'not applicable'
      else if (error instanceof Skipped) outcome = 'skipped'
      else if (error instanceof NoAnswer && !session.transport.hasAnswered(error.sent)) outcome = 'skipped'
      else if (error instanceof NoAnswer)
        findings.differences.push({
          sent: error.sent,
          expected: 'an answer',
          got: `none: ${error.message}`,
          answer: undefined,
        })
      else throw error
      if (outcome) reason = (error as Error).message
    }
  // Differences found before a rule had to stop count.
  if (findings.differences.length > 0) outcome = 'differs'
  if (outcome === undefined && findings.checks === 0) {
    outcome = 'skipped'
    reason = 'nothing could be compared'
  }
  return {
    rule,
    outcome: outcome ?? 'agrees',
    checks: findings.checks,
    differences: findings.differences,
    reason,
    notes: [...findings.notes],
  }
}

/** Why a requirement is not met. */
function lacks(need: Need, { target }: Session): string | undefined {
  switch (need) {
    case 'token':
    case 'payer':
      return target.clientId && target.clientSecret ? undefined : 'needs --client-id and --client-secret'
    case 'weak_client':
      return target.weakClientId && target.weakClientSecret
        ? undefined
        : 'needs --weak-client-id and --weak-client-secret: a client that may not create charges'
    case 'secret_key':
      return target.secretKey ? undefined : 'needs --secret-key'
    case 'control':
      return target.emulator ? undefined : 'can be seen on an emulator only'
  }
}
