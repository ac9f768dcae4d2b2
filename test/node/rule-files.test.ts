import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../src/node/in-process.ts'

/** A fixtures folder with rules, and an emulator that uses it. */
function started(rules: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (text: string): void => writeFileSync(join(folder, 'mine.yaml'), text)
  write(rules)
  const emulator = createEmulator({ fixtures: [folder] })
  return { write, emulator }
}

test.each([
  [
    'rules:\n  - { when: { cents: 13 }, key: issuer:insuficient_funds }',
    'mine.yaml:2:28: .*"issuer:insufficient_funds"',
  ],
  [
    'rules:\n  - { when: { centz: 13 }, key: issuer:error }',
    'mine.yaml:2:15: rules.0.when.centz: .*did you mean "cents"',
  ],
  ['rules:\n  - { when: { card_number: "4000000000000052" }, key: issuer:error }', 'mine.yaml:2:15: .*Luhn'],
  ['rules:\n  - { when: {}, key: issuer:error }', 'mine.yaml:2:7: .*at least one'],
  [
    'rules:\n  - { when: { cents: 13 }, key: issuer:error, count: 1 }',
    'mine.yaml:2:\\d+: rules.0.count: is not a known field',
  ],
])('A mistake in a standing rule is refused with its place: %s', async (text, message) => {
  await expect(started(text).emulator).rejects.toThrow(new RegExp(message))
})

test('Standing rules are reloaded with the scenario files; with errors the last valid version stays in use', async () => {
  const { write, emulator: starting } = started('rules:\n  - { when: { cents: 13 }, key: issuer:error }')
  const emulator = await starting
  onTestFinished(() => emulator.close())
  const keys = async () => (await emulator.rules.standing()).map(({ key }) => key)
  expect(await keys()).toEqual(['issuer:error'])
  write('rules:\n  - { when: { cents: 13 }, key: issuer:do_not_honor }')
  expect((await emulator.scenarios.reload()).problems).toEqual([])
  expect(await keys()).toEqual(['issuer:do_not_honor'])
  write('rules:\n  - { when: { cents: 13 }, key: issuer:do_not_honour }')
  expect((await emulator.scenarios.reload()).problems).toEqual([expect.stringContaining('mine.yaml:2:28')])
  expect(await keys()).toEqual(['issuer:do_not_honor'])
  write('rules: []')
  expect((await emulator.scenarios.reload()).problems).toEqual([])
  expect(await keys()).toEqual([])
})
