/** What limits an examination. */
export interface Limits {
  tellsFulfilment: boolean
  polls: boolean
  restarts: boolean
  /** Whether somebody answers where a PIN, an OTP or an address is asked for. */
  answers: boolean
  /** Stories that broke a law once and never again. */
  fleeting: number
  endedEarly: boolean
}

/** What was not judged, and what else somebody must know who reads the result. */
export function notesOf(limits: Limits): string[] {
  const { fleeting } = limits
  const notes: [applies: boolean, note: string][] = [
    [
      !limits.tellsFulfilment,
      'not judged: whether orders are fulfilled twice or never, because "look" has no "fulfilled"',
    ],
    [!limits.polls, 'not played: webhooks that never come (webhook_lost), because "polls" is false'],
    [!limits.restarts, 'not played: restart, because the examiner did not start the program'],
    [!limits.answers, 'not played: flows that ask for PIN, OTP or address, because there is no "answer"'],
    [
      fleeting > 0,
      `${fleeting} ${fleeting === 1 ? 'story' : 'stories'} broke a law once, and not again with patience; if the program works in the background, raise "patience"`,
    ],
    [
      limits.endedEarly,
      'the search ended early: the program was no longer usable, and the examiner cannot start it again',
    ],
  ]
  return notes.flatMap(([applies, note]) => (applies ? [note] : []))
}
