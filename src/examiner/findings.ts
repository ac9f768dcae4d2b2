import type { LawName } from './laws.ts'
import type { Story } from './story.ts'
import type { Moment } from './trace.ts'

/** A law that a program breaks, and the shortest story in which it does. */
export interface Finding {
  readonly law: LawName
  readonly how: string
  readonly story: Story
  /** It did not break each time. */
  readonly unsteady: boolean
  readonly timeline: readonly Moment[]
  /** Where the program creates what is paid. */
  readonly creates: '/charges' | '/orders'
}

const namesOf = ({ deviations }: Story): Set<string> => new Set(deviations.map(({ name }) => name))

/** Whether every deviation of `part` is one of `story`, wherever it stands. */
const contains = (story: Story, part: Story): boolean =>
  [...namesOf(part)].every((name) => namesOf(story).has(name))

/** Whether a breach of a law in a story is nothing new beside a finding. */
export function covers(finding: Pick<Finding, 'law' | 'story'>, law: LawName, story: Story): boolean {
  if (finding.law !== law || !contains(story, finding.story)) return false
  if (finding.story.deviations.length > 0) return true
  // Without a deviation it is the verdict or the flow that matters.
  const { flow, issuer } = finding.story
  return issuer === 'approved' ? story.flow === flow : story.issuer !== 'approved'
}

/** Whether a story holds a set of deviations that breaks some law already. */
export const isKnown = (findings: readonly Pick<Finding, 'story'>[], story: Story): boolean =>
  findings.some((finding) => finding.story.deviations.length > 0 && contains(story, finding.story))

/** Minimal sets of deviations that are told for one law; a program that breaks it in more ways has one cause for them. */
export const mostPerLaw = 6
