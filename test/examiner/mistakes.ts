import { readFileSync } from 'node:fs'

/** The mistakes that the README of an example lists, and the law that each breaks. */
export const mistakesOf = (example: string): [mistake: string, law: string][] =>
  Array.from(
    readFileSync(`examples/examiner/${example}/README.md`, 'utf8').matchAll(
      /^\| `(\w+)` \|.*\| `(\w+)` \|$/gm,
    ),
    ([, mistake = '', law = '']) => [mistake, law],
  )
