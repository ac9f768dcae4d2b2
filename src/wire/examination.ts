import * as z from 'zod'

const Line = z.strictObject({
  at: z.string().max(100).describe('Time since the beginning of the story'),
  who: z.string().max(20),
  what: z.string().max(5000),
})

const Finding = z.strictObject({
  law: z.string().max(40),
  how: z.string().max(5000),
  flow: z.string().max(1000),
  issuer: z.string().max(100),
  deviations: z.array(z.string().max(60)).max(20),
  story: z.string().max(2000),
  unsteady: z.boolean(),
  timeline: z.array(Line).max(1000),
})
export type WireFinding = z.output<typeof Finding>

const example = {
  stories: 412,
  seconds: 40.3,
  seed: 'f3a1c09b',
  findings: [
    {
      law: 'fulfilled_once',
      how: 'at the end the order was fulfilled 2 times',
      flow: 'scenario:noauth',
      issuer: 'approved',
      deviations: ['webhook_twice@1'],
      story: 'scenario:noauth issuer:approved webhook_twice@1',
      unsteady: false,
      timeline: [{ at: '+1s', who: 'look', what: 'paid (status "paid", fulfilled 2 times)' }],
    },
  ],
  notes: ['not played: webhooks that never come (webhook_lost), because "polls" is false'],
}

/** The result of an examination, as `examine --json` writes it. */
export const WireExamination = z
  .strictObject({
    stories: z.int().min(0),
    seconds: z.number().min(0),
    seed: z.string().max(200),
    findings: z.array(Finding).max(200),
    notes: z.array(z.string().max(1000)).max(50),
  })
  .meta({ examples: [example] })
export type WireExamination = z.output<typeof WireExamination>

/** The last examination of an emulator. */
export const LastExamination = z
  .strictObject({
    examination: WireExamination.nullable().describe('Null: there was none'),
    wanted: z.string().nullable().describe('The story to play again, if one was requested'),
  })
  .meta({ examples: [{ examination: example, wanted: null }] })

/** What an emulator keeps of its last examination. */
export interface StoredExamination {
  report: WireExamination | undefined
  wanted: string | undefined
}
