import type { Finding } from '../findings.ts'
import { lawNames, sentenceOf } from '../laws.ts'
import { storyText } from '../story.ts'

/** A report as JUnit XML: a test for each law, and a failure for each finding; or one error, why nothing was examined. */
export function junitReport(findings: readonly Finding[], seconds: number, unusable?: string): string {
  const steady = findings.filter(({ unsteady }) => !unsteady)
  const cases = unusable === undefined ? casesOf(findings) : [errorCase(unusable)]
  const numbers = `tests="${cases.length}" failures="${steady.length}" errors="${unusable === undefined ? 0 : 1}" skipped="${findings.length - steady.length}" time="${seconds}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="payment-emulator examine" ${numbers}>`,
    `  <testsuite name="examination" ${numbers}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const errorCase = (why: string): string =>
  `    <testcase classname="payment-emulator.examine" name="The program can be examined." time="0"><error message="${escaped(why)}"/></testcase>`

const casesOf = (findings: readonly Finding[]): string[] =>
  lawNames.flatMap((law) => {
    const name = (text: string): string =>
      `classname="payment-emulator.examine.${law}" name="${escaped(text)}" time="0"`
    const broken = findings.filter((finding) => finding.law === law)
    if (broken.length === 0) return [`    <testcase ${name(sentenceOf(law))}/>`]
    return broken.map(({ how, story, unsteady, timeline }) => {
      const lines = timeline.map(({ at, who, what }) => `${at} ${who}: ${what}`).join('\n')
      const inside = unsteady
        ? `<skipped message="${escaped(`unsteady: ${how}`)}"/>`
        : `<failure message="${escaped(how)}">${escaped(`--story '${storyText(story)}'\n${lines}`)}</failure>`
      return `    <testcase ${name(`${sentenceOf(law)} ${storyText(story)}`)}>${inside}</testcase>`
    })
  })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without what XML 1.0 cannot hold. */
const escaped = (text: string): string =>
  text.replace(/[^\P{C}\n\t]/gu, '?').replace(/[&<>"]/g, (found) => entities[found] ?? found)
