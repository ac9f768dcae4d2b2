import { didYouMean } from '../domain/kernel/nearest.ts'
import { type DeviationName, deviationNames, kindOf } from './deviations.ts'

/** Something that goes another way than usual; `at` counts from 1. */
export interface Deviation {
  readonly name: DeviationName
  readonly at: number
}

/** A payment: how it is authorised, what the issuer says, and what goes wrong. */
export interface Story {
  /** A scenario key. */
  readonly flow: string
  /** A processor response. */
  readonly issuer: string
  readonly deviations: readonly Deviation[]
}

export const deviationText = ({ name, at }: Deviation): string => `${name}@${at}`

/** The story as a line: `scenario:noauth issuer:approved webhook_twice@1`. */
export const storyText = ({ flow, issuer, deviations }: Story): string =>
  [flow, `issuer:${issuer}`, ...deviations.map(deviationText)].join(' ')

/** A story that does not fit; the message says which word, and what is allowed. */
export class StoryError extends Error {}

/** Reads a line that `storyText` wrote. Throws a StoryError. */
export function parseStory(text: string): Story {
  const [flow, issuer, ...rest] = text.trim().split(/\s+/)
  if (!flow || !issuer?.startsWith('issuer:'))
    throw new StoryError(
      `the story is "${text}", but must begin with a flow and a verdict, such as "scenario:noauth issuer:approved"`,
    )
  return { flow, issuer: issuer.slice('issuer:'.length), deviations: rest.map(parseDeviation) }
}

function parseDeviation(word: string): Deviation {
  const [, name = '', at = '1'] = /^(.+?)(?:@([1-9]\d{0,2}))?$/.exec(word) ?? []
  if (deviationNames.includes(name as DeviationName)) return { name: name as DeviationName, at: Number(at) }
  throw new StoryError(
    `"${word}" is not a deviation${didYouMean(name, deviationNames)}; one is NAME@POSITION, such as webhook_twice@1`,
  )
}

/** The same story with its deviations in the order of the table, so that one set has one text. */
export const sorted = (story: Story): Story => ({
  ...story,
  deviations: [...story.deviations].sort(
    (a, b) => deviationNames.indexOf(a.name) - deviationNames.indexOf(b.name) || a.at - b.at,
  ),
})

/** Whether two deviations can be in one story. */
export function fitTogether(a: Deviation, b: Deviation): boolean {
  const [one, other] = [kindOf(a.name), kindOf(b.name)]
  if (a.name === b.name && a.at === b.at) return false
  if (one.counts !== other.counts || a.at !== b.at) return true
  return !one.slots.some((slot) => other.slots.includes(slot))
}
