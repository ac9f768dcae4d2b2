import type { CreationPath } from './keys.ts'
import type { LawName } from './laws.ts'
import { type Story, storyText } from './story.ts'
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
  readonly creates: CreationPath
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

/** Laws that break for the same cause as another one, which tells more. */
const explainedBy: Partial<Record<LawName, readonly LawName[]>> = {
  ends: ['paid_iff_succeeded'],
  paid_iff_succeeded: ['never_early'],
}

/** A finding, and those of the same story that it explains. */
export interface FindingGroup {
  readonly finding: Finding
  readonly with: readonly Finding[]
}

/** Findings as people read them: one cause is told once. Other programs get all of them. */
export function grouped(findings: readonly Finding[]): FindingGroup[] {
  const explains = (one: Finding, other: Finding): boolean =>
    explainedBy[other.law]?.includes(one.law) === true &&
    one.unsteady === other.unsteady &&
    storyText(one.story) === storyText(other.story)
  const reasonOf = (finding: Finding): Finding => {
    const reason = findings.find((one) => explains(one, finding))
    return reason === undefined ? finding : reasonOf(reason)
  }
  return findings
    .filter((finding) => reasonOf(finding) === finding)
    .map((finding) => ({
      finding,
      with: findings.filter((one) => one !== finding && reasonOf(one) === finding),
    }))
}

/** Minimal sets of deviations that are told for one law; a program that breaks it in more ways has one cause for them. */
export const mostPerLaw = 6
