import { appendFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * Writes the tests that skipped themselves, with the reason, to the file SKIPPED_TESTS, if set: among thousands of
 * passed tests they would go unnoticed. For --reporter, beside the default one.
 */
export default class SkippedTests implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules) => {
    const lines = modules.flatMap((module) =>
      Array.from(module.children.allTests('skipped'), (test) => {
        const { note = 'no reason given' } = test.result() as { note?: string }
        return `skipped test: ${module.relativeModuleId}: ${test.fullName} (${note})\n`
      }),
    )
    process.stdout.write(lines.join(''))
    const file = process.env['SKIPPED_TESTS']
    if (file !== undefined) appendFileSync(file, lines.join(''))
  }
}
