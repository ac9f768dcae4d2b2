import { Refusal } from '../kernel/errors.ts'
import type { Catalogue } from './catalogue.ts'
import type { StandingRule } from './rule.ts'
import { centsOf, isName, matches, nameOf, needsNoBody, type RuleSubject } from './rule-match.ts'

interface Entry {
  readonly rule: StandingRule
  /** Its index in the file: the first matching rule applies. */
  readonly place: number
}

/** Rules by a property of requests, so that only a few of them are compared with a request. */
class Bucket<T> {
  readonly #entries = new Map<T, Entry[]>()
  readonly #keyOf: (subject: RuleSubject) => T | undefined

  constructor(keyOf: (subject: RuleSubject) => T | undefined) {
    this.#keyOf = keyOf
  }

  add(key: T, entry: Entry): void {
    const others = this.#entries.get(key)
    if (others) others.push(entry)
    else this.#entries.set(key, [entry])
  }

  of(subject: RuleSubject): readonly Entry[] | undefined {
    if (this.#entries.size === 0) return undefined
    const key = this.#keyOf(subject)
    return key === undefined ? undefined : this.#entries.get(key)
  }
}

/** The rules of the fixtures, indexed so that a lookup takes a few hundred nanoseconds. */
export class StandingRules {
  readonly all: readonly StandingRule[]
  /** Rules with no conditions besides method and path. */
  readonly early: readonly StandingRule[]
  /** By the last four digits only: looking up a stored text is cheaper than concatenating one. */
  readonly #cards = new Bucket(({ paymentMethod }) =>
    paymentMethod?.type === 'card' ? paymentMethod.details.last4 : undefined,
  )
  readonly #names = new Bucket(({ email }) => email && nameOf(email))
  readonly #cents = new Bucket(({ amount }) => (amount === undefined ? undefined : centsOf(amount)))
  readonly #accounts = new Bucket(({ accountNumber }) => accountNumber)
  readonly #buckets = [this.#cards, this.#names, this.#cents, this.#accounts]
  readonly #others: Entry[] = []

  constructor(rules: readonly StandingRule[]) {
    this.all = rules
    this.early = rules.filter(({ when }) => needsNoBody(when))
    for (const [place, rule] of rules.entries()) this.#add({ rule, place })
  }

  #add(entry: Entry): void {
    const { card, email, cents, amount, accountNumber } = entry.rule.when
    if (card?.last4 !== undefined) this.#cards.add(card.last4, entry)
    else if (email !== undefined && isName(email)) this.#names.add(email.toLowerCase(), entry)
    else if (accountNumber !== undefined) this.#accounts.add(accountNumber, entry)
    else {
      const end = cents ?? (amount === undefined ? undefined : centsOf(amount))
      if (end === undefined) this.#others.push(entry)
      else this.#cents.add(end, entry)
    }
  }

  /** The first rule of the file that matches a request, among those that `accepts` allows. */
  find(subject: RuleSubject, accepts: (rule: StandingRule) => boolean): StandingRule | undefined {
    let found: Entry | undefined
    const look = (entries: readonly Entry[]): void => {
      for (const entry of entries)
        if (
          (found === undefined || entry.place < found.place) &&
          matches(entry.rule.when, subject) &&
          accepts(entry.rule)
        )
          found = entry
    }
    for (const bucket of this.#buckets) {
      const entries = bucket.of(subject)
      if (entries !== undefined) look(entries)
    }
    if (this.#others.length > 0) look(this.#others)
    return found?.rule
  }

  /** What is wrong with the keys of the rules, one line each. */
  problems(catalogue: Catalogue): string[] {
    return this.all.flatMap(({ key, source }) => {
      const problem = problemOf(key, catalogue)
      return problem === undefined ? [] : [`${source ?? 'rules'}: key: ${problem}`]
    })
  }
}

/** Why a rule cannot have a key: it is unknown, malformed, or sets something twice. */
export function problemOf(key: string, catalogue: Catalogue): string | undefined {
  try {
    return catalogue.resolve(key).unknown ? `"${key}" is not a known scenario key` : undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.fields[0]?.message ?? error.message
  }
}
