import type { ExaminationReport, JsonFinding } from '../api.ts'
import type { Finding } from '../findings.ts'
import { deviationText, storyText } from '../story.ts'

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
