import { deviations } from '../deviations.ts'
import type { Finding, FindingGroup } from '../findings.ts'
import { ownTestKey } from '../keys.ts'
import { laws, sentenceOf } from '../laws.ts'
import { deviationText, type Story, storyText } from '../story.ts'
import type { Actor, Moment } from '../trace.ts'

/** Styles a part of a line, where the terminal can. */
export type Paint = (text: string, as: 'heading' | 'good' | 'bad' | 'waiting' | 'faint' | 'name') => string

/** What went another way than usual in a story, in words. */
export const happenings = ({ flow, issuer, deviations: all }: Story): string[] => [
  `the charge takes the flow ${flow}${issuer === 'approved' ? '' : `, and the issuer answers ${issuer}`}`,
  ...all.map(({ name, at }) => `${deviations[name].happens} (${deviationText({ name, at })})`),
]

/** What usually causes a finding, and what helps. */
export const cureOf = ({ law, story }: Pick<Finding, 'law' | 'story'>): string => {
  const [only] = story.deviations
  const isTelling = only && !['stays_up', 'never_early', 'right_amount'].includes(law)
  return isTelling ? deviations[only.name].cure : laws[law].cure
}

/** How to have the story in one's own tests. */
export function inOwnTests({ story, creates }: Pick<Finding, 'story' | 'creates'>): string {
  const key = ownTestKey(story)
  if (key !== undefined) return `send X-Scenario-Key: ${key}, or add a rule with this key for POST ${creates}`
  const parts = story.deviations.map(({ name }) => {
    const { where } = deviations[name]
    const found = (deviations[name] as { key?: string }).key
    if (where === 'customer' || where === 'program') return `in the test: ${deviations[name].happens}`
    if (found === undefined) return `in the test: ${deviations[name].happens}`
    return where === 'call' ? `a rule with the key ${found} and count 1` : `the key ${found}`
  })
  return [
    `a rule with the key ${story.flow}${story.issuer === 'approved' ? '' : `&issuer:${story.issuer}`} for POST ${creates}`,
    ...parts,
  ].join('; ')
}

const names: Record<Actor, string> = {
  customer: 'Customer',
  program: 'Program',
  service: 'Service',
  webhook: 'Webhook',
  clock: 'Clock',
  look: 'Look',
  examiner: 'Examiner',
}

export function timelineLines(timeline: readonly Moment[], paint: Paint): string[] {
  const width = Math.max(0, ...timeline.map(({ at }) => at.length))
  return timeline.map(({ at, who, what }) => {
    const line = `    ${at.padStart(width)}  ${names[who].padEnd(8)}  ${what}`
    return who === 'look' ? paint(line, 'name') : line
  })
}

/** A finding in words, for readers who do not know the tool. */
export function findingLines(
  { finding, with: others }: FindingGroup,
  number: number,
  replay: string,
  paint: Paint,
): string[] {
  const { law, how, story, unsteady, timeline } = finding
  const { costs } = laws[law]
  return [
    paint(`${number}. ${sentenceOf(law)}`, 'heading') +
      paint(`  [${law}${unsteady ? ', unsteady' : ''}]`, 'faint'),
    `   ${paint('Broken:', 'bad')} ${how}.`,
    ...others.map((one) => `   With it: ${one.how}.  ${paint(`[${one.law}]`, 'faint')}`),
    `   What it costs: ${costs}`,
    '',
    '   The shortest story in which it happens:',
    ...happenings(story).map((line) => `   - ${line}`),
    '',
    ...timelineLines(timeline, paint),
    '',
    `   Play it again:      ${replay} --story '${storyText(story)}'`,
    `   In your own tests:  ${inOwnTests(finding)}`,
    `   Usual cause, cure:  ${cureOf(finding)}`,
    '',
  ]
}
