/** The ten laws that an examination holds a program to, each in a sentence. */
export const laws = {
  paid_iff_succeeded: 'An order is paid if, and only if, a charge for it has succeeded.',
  fulfilled_once: 'A paid order is fulfilled once: not twice, and not never.',
  never_early: 'An order is never paid or fulfilled before a charge for it has succeeded.',
  one_charge: 'The customer is charged once.',
  forged_ignored: 'A forged webhook changes nothing.',
  right_amount: 'Each charge has the amount and the currency of the order.',
  acknowledges: 'Each genuine webhook about the order is answered with 200.',
  stays_up: 'The program keeps running.',
  ends: 'An order does not stay pending once its charge is final.',
  recovers: 'After a disturbance, the next customer can pay.',
} as const

export type Law = keyof typeof laws
