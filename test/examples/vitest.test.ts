import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackageFolder, packageFolder, runIn } from '../support/package-folder.ts'

let shop: PackageFolder

beforeAll(() => {
  shop = packageFolder('examples/vitest')
})
afterAll(() => shop.remove())

/** Runs test files of the example; how many passed, of how many, and how long the tests took, in milliseconds. */
async function run(...files: string[]) {
  const report = join(shop.folder, 'report.json')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--test-timeout=60000', // this machine may be busy with other tests
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ]
  const started = performance.now()
  const { code, output } = await runIn(shop.folder, args)
  const took = performance.now() - started
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failures = testResults.flatMap((file: { assertionResults: { failureMessages: string[] }[] }) =>
    file.assertionResults.flatMap(({ failureMessages }) => failureMessages),
  )
  if (code !== 0) throw new Error([output, ...failures].join('\n'))
  const { startTime, endTime } = testResults[0] as { startTime: number; endTime: number }
  return {
    passed: numPassedTests as number,
    total: numTotalTests as number,
    tests: endTime - startTime,
    took,
  }
}

test('the vitest fixture gives each test a world of its own', { timeout: 120_000 }, async () => {
  expect(await run('test/checkout.test.ts')).toMatchObject({ passed: 3, total: 3 })
})

test('fifty tests pass at once, each past its token and three retries of its webhook', {
  timeout: 120_000,
}, async () => {
  const { passed, total, tests, took } = await run('test/fifty.test.ts')
  console.log(`fifty tests in ${Math.round(tests)} ms; ${Math.round(took)} ms with the start of vitest`)
  expect([passed, total]).toEqual([50, 50])
})
