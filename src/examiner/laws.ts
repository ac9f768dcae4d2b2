import { type Law as LawName, laws as sentences } from '../domain/examiner/laws.ts'
import type { ChargeFact, Look, Trace } from './trace.ts'

interface Law {
  /** What it costs to break it. */
  costs: string
  /** How it is broken in a trace; undefined where it holds, or where that cannot be known. */
  broken: (trace: Trace) => string | undefined
  /** The usual cause and cure, where no deviation tells a better one. */
  cure: string
}

const succeeded = ({ charges }: Trace): ChargeFact[] => charges.filter(({ status }) => status === 'succeeded')
const kept = (trace: Trace): ChargeFact[] => succeeded(trace).filter(({ refunded }) => !refunded)
const plural = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
const has = (trace: Trace, name: string): boolean => trace.deviations.some((one) => one.name === name)
const last = ({ looks }: Trace): Look | undefined => looks.at(-1)
const claimsPaid = ({ belief, fulfilled }: Look): boolean => belief === 'paid' || (fulfilled ?? 0) > 0
const claimsMore = (look: Look, before: Look | undefined): boolean =>
  (look.belief === 'paid' && before?.belief !== 'paid') || (look.fulfilled ?? 0) > (before?.fulfilled ?? 0)
const claim = ({ belief, fulfilled }: Look): string =>
  belief === 'paid' ? 'paid' : `fulfilled (${fulfilled}) though ${belief ?? 'not paid'}`

/** Several charges that together take what the order costs, or less: parts, and no double payment. */
const areParts = (trace: Trace): boolean => {
  const parts = kept(trace)
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  return parts.length > 1 && sum <= trace.order.amount + 1e-9
}

/** The look that shows a forged webhook was believed. */
const deceived = (trace: Trace): Look | undefined => {
  const honest = trace.looks.findLast(({ forged }) => forged === 'no')
  return trace.looks.find((look, index) => {
    if (look.forged === 'no') return false
    // What it claimed before the forged webhook came is not because of it.
    if (claimsMore(look, honest) && look.charges.succeeded === 0) return true
    const before = trace.looks[index - 1]?.belief
    const { pending, failed } = look.charges
    return (
      look.forged === 'just' &&
      look.belief === 'failed' &&
      before === 'pending' &&
      pending > 0 &&
      failed === 0 &&
      !trace.customerGone &&
      !trace.unserved
    )
  })
}

/** The ten laws that a program must keep, whatever happens. */
export const laws = {
  paid_iff_succeeded: {
    costs: 'Either customers pay for nothing, or they get goods for nothing.',
    broken: (trace) => {
      const belief = last(trace)?.belief
      if (belief === undefined || deceived(trace)) return undefined
      if (belief === 'paid' && succeeded(trace).length === 0)
        return 'at the end the order is paid, but no charge for it has succeeded'
      if (belief !== 'paid' && kept(trace).length > 0)
        return `at the end a charge has succeeded, but the order is ${belief}: the customer has paid, and the program does not know it`
      return undefined
    },
    cure: 'Take the status from the charge itself, and store the reference before the request is sent, so that a webhook always finds its order.',
  },
  fulfilled_once: {
    costs: 'Goods are shipped twice for one payment, or never.',
    broken: (trace) => {
      const look = last(trace)
      if (look?.fulfilled === undefined || deceived(trace)) return undefined
      if (look.fulfilled > 1) return `at the end the order was fulfilled ${look.fulfilled} times`
      if (look.fulfilled < 1 && look.belief === 'paid')
        return 'at the end the order is paid, but was never fulfilled'
      return undefined
    },
    cure: 'Fulfil in the same transaction that moves the order from pending to paid, and only there.',
  },
  never_early: {
    costs: 'Goods leave the house before the money has come, and it may never come.',
    broken: ({ looks }) => {
      const early = looks.find(
        (look) => look.forged === 'no' && claimsPaid(look) && look.charges.succeeded === 0,
      )
      return (
        early &&
        `after step ${early.step} the order is ${claim(early)}, but no charge for it has succeeded yet`
      )
    },
    cure: 'A charge that was created is not paid: look at its status. Only "succeeded" means paid.',
  },
  one_charge: {
    costs: 'The customer pays twice for one order.',
    broken: (trace) => {
      const taken = kept(trace)
      if (taken.length < 2 || areParts(trace)) return undefined
      return `${plural(taken.length, 'charge')} of the order have succeeded: ${taken.map(({ reference }) => reference).join(', ')}`
    },
    cure: 'Derive reference and X-Idempotency-Key from the order, so that the service refuses a second charge.',
  },
  forged_ignored: {
    costs: 'Anybody who knows the address gets goods for nothing.',
    broken: (trace) => {
      const look = deceived(trace)
      if (look === undefined) return undefined
      return look.belief === 'failed'
        ? `after step ${look.step} the order is failed, because of a forged webhook: the charge is pending`
        : `after step ${look.step} the order is ${claim(look)}, because of a forged webhook: no charge for it has succeeded`
    },
    cure: 'Verify the signature over the raw body, or take a webhook only as a reason to read the charge.',
  },
  right_amount: {
    costs: 'The customer pays another price than the one they saw.',
    broken: (trace) => {
      if (areParts(trace)) return undefined
      const { amount, currency } = trace.order
      const wrong = trace.charges.find((one) => one.amount !== amount || one.currency !== currency)
      return (
        wrong && `a charge is over ${wrong.amount} ${wrong.currency}, the order over ${amount} ${currency}`
      )
    },
    cure: 'Take amount and currency from the stored order, not from the request, and mind the units: 1500 means 1500.00.',
  },
  acknowledges: {
    costs: 'The service gives up after its retries, and the next change is never heard of.',
    broken: (trace) => {
      if (has(trace, 'webhook_lost')) return undefined
      const ignored = trace.webhooks.find(({ status }) => status === 'dead')
      return (
        ignored &&
        `the webhook ${ignored.type} was never answered with 200, but with ${ignored.answers.join(', ')}`
      )
    },
    cure: 'Answer 200 (not 201 or 204) once the webhook is stored or done, also when nothing was to be done.',
  },
  stays_up: {
    costs: 'The shop is down until somebody notices.',
    broken: ({ down }) => down,
    cure: 'An error that nobody catches ends the process: handle it where the request or the webhook is handled.',
  },
  ends: {
    costs: 'Customers wait for an answer that never comes, and stock stays reserved.',
    broken: (trace) => {
      const { charges, customerGone } = trace
      if (last(trace)?.belief !== 'pending' || customerGone || charges.length === 0) return undefined
      if (charges.some(({ status }) => status === 'pending')) return undefined
      const states = [...new Set(charges.map(({ status }) => status))].join(' and ')
      return `at the end of the window the order is still pending, though its charge has ${states}`
    },
    cure: 'Handle failure as well as success: charge.completed comes for both.',
  },
  recovers: {
    costs: 'One fault stops all sales until somebody restarts the program.',
    broken: ({ stuck }) => stuck,
    cure: 'Something of the failed payment stays behind, such as a lock, a broken connection or a rejected promise that is kept. Release it in a finally.',
  },
} as const satisfies Record<LawName, Law>

/** A law in a sentence, for readers who do not know the tool. */
export const sentenceOf = (law: LawName): string => sentences[law]

export type { LawName }
export const lawNames = Object.keys(laws) as LawName[]

/** A law that was broken, and how. */
export interface Breach {
  readonly law: LawName
  readonly how: string
}

/** The laws that a trace breaks, in the order of the table. Of a program that is down nothing else can be said. */
export const judge = (trace: Trace): Breach[] =>
  (trace.down === undefined ? lawNames : (['stays_up'] as const)).flatMap((law) => {
    const how = laws[law].broken(trace)
    return how === undefined ? [] : [{ law, how }]
  })
