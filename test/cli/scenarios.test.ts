import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../src/index.ts'
import { runLine } from './support.ts'

const late = 'key: late-payer\ntitle: Late\nprocessor_response: do_not_honor\n'

/** A separate folder with some files, for the duration of one test. */
function folder(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'emulator-cli-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return path
}

/** An emulator on a socket with an additional scenario, for the duration of one test. */
async function running(scenarios: string) {
  const emulator = await createEmulator({ scenarios })
  onTestFinished(() => emulator.close())
  await emulator.listen()
  return emulator
}

describe('scenarios list and explain', () => {
  test('read the built-in files and those of --scenarios or EMULATOR_SCENARIOS', async () => {
    const mine = folder({ 'a.yaml': late })
    expect((await runLine('scenarios list')).out).toMatch(/^scenario:auth_pin +The issuer/m)
    expect((await runLine('scenarios list')).out).not.toContain('late-payer')
    expect((await runLine(`scenarios list --scenarios ${mine}`)).out).toMatch(/^late-payer +Late$/m)
    const fromVariable = await runLine('scenarios explain late-payer', { EMULATOR_SCENARIOS: mine })
    expect(fromVariable.out).toMatch(/do_not_honor \(05\)/)
    await expect(runLine('scenarios list --scenarios /nowhere')).rejects.toThrow(/\/nowhere: cannot be read/)
  })

  test('query a running emulator if --url, --world or their variables say so', async () => {
    const emulator = await running(folder({ 'a.yaml': late }))
    const world = emulator.newWorld('posted')
    await world.scenarios.add(late.replace('late-payer', 'posted-payer'))
    expect((await runLine(`scenarios list --url ${emulator.url}`)).out).toMatch(/^late-payer /m)
    expect((await runLine('scenarios explain late-payer', { EMULATOR_URL: emulator.url })).code).toBe(0)
    const elsewhere = `scenarios explain posted-payer --url ${emulator.url}`
    expect((await runLine(`${elsewhere} --world ${world.name}`)).code).toBe(0)
    expect((await runLine(elsewhere)).error).toMatch(/"posted-payer" is not a known scenario key/)
    await expect(runLine(`scenarios list --scenarios x --url ${emulator.url}`)).rejects.toThrow(
      /one of the two/,
    )
  })

  test('print the same JSON from files as from a running emulator', async () => {
    const mine = folder({ 'a.yaml': late })
    const emulator = await running(mine)
    for (const line of ['scenarios list --json', 'scenarios explain late-payer&webhook:duplicate --json']) {
      const here = await runLine(`${line} --scenarios ${mine}`)
      expect(JSON.parse(here.out)).toEqual(JSON.parse((await runLine(`${line} --url ${emulator.url}`)).out))
    }
  })

  test('explain an unknown key with the nearest known ones, and exit code 1', async () => {
    expect(await runLine('scenarios explain scenario:auth_pim')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/"scenario:auth_pin"/),
    })
  })
})

describe('scenarios validate', () => {
  test('reports every problem with its position, or how many fragments are valid', async () => {
    const good = folder({ 'a.yaml': late })
    expect(await runLine(`scenarios validate ${good}`)).toMatchObject({
      code: 0,
      out: '1 scenario fragments, no problems',
    })
    const bad = folder({ 'a.yaml': late.replace('do_not_honor', 'nonsense') })
    expect(await runLine(`scenarios validate ${good},${bad}`)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^a\.yaml:3:1: processor_response: /),
    })
    const { code, out } = await runLine(`scenarios validate ${bad} --json`)
    expect([code, JSON.parse(out)]).toEqual([1, { fragments: 0, problems: [expect.any(String)] }])
  })

  test('accepts one file, and the folders of --scenarios if none is named', async () => {
    const mine = folder({ 'a.yaml': late })
    for (const line of [
      `scenarios validate ${join(mine, 'a.yaml')}`,
      `scenarios validate --scenarios ${mine}`,
    ])
      expect((await runLine(line)).out).toMatch(/^1 scenario fragments/)
    await expect(runLine('scenarios validate')).rejects.toThrow(/needs a folder/)
  })

  test('reports a folder without scenarios', async () => {
    const empty = folder({ 'notes.txt': 'no scenario' })
    expect(await runLine(`scenarios validate ${empty}`)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/contains no scenario/),
    })
  })

  test('checks what keys refer to: in files, and in the world of a running emulator, where nothing is added', async () => {
    const mine = folder({ 'b.yaml': 'key: b\ntitle: x\nsequence: [late-payer, issuer:error]\n' })
    expect((await runLine(`scenarios validate ${mine}`)).out).toMatch(/"late-payer" is not a known/)
    const base = folder({ 'a.yaml': late })
    expect((await runLine(`scenarios validate ${mine} --scenarios ${base}`)).code).toBe(0)
    const emulator = await running(base)
    expect((await runLine(`scenarios validate ${mine} --url ${emulator.url}`)).code).toBe(0)
    expect((await emulator.scenarios.list('b')).map(({ key }) => key)).not.toContain('b')
    const other = await running(folder())
    const { code, out } = await runLine(`scenarios validate ${mine} --url ${other.url}`)
    expect([code, out]).toEqual([1, expect.stringMatching(/"late-payer" is not a known/)])
  })
})

describe('scenarios reload', () => {
  test('fails with the problems where the files no longer fit', async () => {
    const mine = folder({ 'a.yaml': late })
    const emulator = await running(mine)
    const line = `scenarios reload --url ${emulator.url}`
    expect((await runLine(line)).code).toBe(0)
    writeFileSync(join(mine, 'a.yaml'), late.replace('processor', 'procesor'))
    expect(await runLine(line)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/a\.yaml:3:1: procesor_response: .*did you mean "processor_response"/),
    })
  })
})
