import type { Finding } from '../findings.ts'
import { deviationText, storyText } from '../story.ts'
import type { Moment } from '../trace.ts'

/** A finding as other programs read it. */
export interface JsonFinding {
  law: string
  how: string
  flow: string
  issuer: string
  deviations: string[]
  story: string
  unsteady: boolean
  timeline: readonly Moment[]
}

/** The result of an examination as other programs read it. */
export interface ExaminationReport {
  stories: number
  seconds: number
  seed: string
  findings: JsonFinding[]
  notes: string[]
}

export const jsonFinding = ({ law, how, story, unsteady, timeline }: Finding): JsonFinding => ({
  law,
  how,
  flow: story.flow,
  issuer: story.issuer,
  deviations: story.deviations.map(deviationText),
  story: storyText(story),
  unsteady,
  timeline,
})

export const jsonReport = (
  result: { stories: number; seconds: number; findings: readonly Finding[]; notes: readonly string[] },
  seed: string,
): ExaminationReport => ({
  stories: result.stories,
  seconds: result.seconds,
  seed,
  findings: result.findings.map(jsonFinding),
  notes: [...result.notes],
})
