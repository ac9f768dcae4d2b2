import { describe, expect, test } from 'vitest'
import { harness } from '../harness.ts'

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')

/** The refusal of a posted text. */
async function refusal(text: string): Promise<{ message: string; fields: string[] }> {
  const t = harness({ settings: { maxBodyBytes: 10_000_000 } })
  const { status, body } = await t.post('/_emulator/scenarios', text, { 'content-type': 'text/plain' })
  expect(status).toBe(400)
  return { message: body.error.message, fields: body.error.validation_errors.map(({ message }) => message) }
}

const fine = 'key: mine\ntitle: Mine\nprocessor_response: do_not_honor\n'

describe('A posted text that exceeds a limit is refused with its name', () => {
  test.each([
    ['1048576 characters', `# ${'x'.repeat(1_048_576)}\n${fine}`],
    ['20000 keys', lines(30_000, (n) => `k${n}: 1`)],
    ['20000 keys', `{${lines(20_001, (n) => `k${n}: 1,`)}}`],
    ['200000 tokens', `[${','.repeat(200_000)}`],
    ['200000 tokens', '---\n'.repeat(100_001)],
    ['64 levels', '['.repeat(1000)],
    ['64 levels', `${'- '.repeat(1000)}x`],
    ['64 levels', `${'{a: '.repeat(1000)}x`],
    ['64 levels', lines(100, (n) => `${' '.repeat(n)}a:`)],
    ['100 anchors in one document', lines(40_000, (n) => `- &a${n} x`)],
    ['100 anchors in one document', `${'&a '.repeat(40_000)}x`],
    ['100 aliases in one document', `- &a x\n${'- *a\n'.repeat(101)}`],
  ])('%s', async (limit, text) => {
    const { message, fields } = await refusal(text)
    expect(message).toContain(`has more than the limit of ${limit}`)
    expect(fields).toHaveLength(1)
  })

  test('values that aliases repeat', async () => {
    const laughs = lines(20, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}, *a${n}]`)
    expect((await refusal(`a0: &a0 [x]\n${laughs}`)).message).toContain(
      'with its aliases expanded, it has more than the limit of 100000 values',
    )
    expect((await refusal('&a [[*a], *a]')).message).toContain('*a contains itself')
    expect((await refusal('[*a]')).message).toContain('Unresolved alias')
  })

  test('sequences that name each other, and a hundred problems of thousands', async () => {
    const sequences = (item: (n: number, m: number) => string) =>
      lines(200, (n) => {
        const sequence = Array.from({ length: 20 }, (_, m) => item(n, m))
        return `---\n${JSON.stringify({ key: `s${n}`, title: 'x', sequence })}`
      })
    const circle = await refusal(sequences((n, m) => `s${(n + m) % 200}`))
    expect(circle.message).toContain('a sequence cannot contain a sequence: "s0"')
    const unknown = await refusal(sequences((n, m) => `z${n}-${m}`))
    expect([circle.fields.length, unknown.fields.length]).toEqual([100, 100])
    expect((await refusal(lines(500, () => '---\nkey: 1'))).fields).toHaveLength(100)
    expect((await refusal(`[${'!a '.repeat(5000)}x]`)).fields).toHaveLength(100)
  })
})

test('Below the limits a text is read, aliases and all', async () => {
  const t = harness()
  const steps = '[&ask { ask: requires_otp, rejects: &no ["000000"] }, *ask, { finish: issuer }]'
  const text = `${lines(95, (n) => `# ${n}`)}\nkey: mine\ntitle: &t Mine\ndescription: *t\nsteps: ${steps}\n`
  expect((await t.post('/_emulator/scenarios', text)).body).toEqual({ fragments: 1, problems: [] })
  expect(t.world.catalogue.fragments.get('mine')).toMatchObject({ description: 'Mine', steps: { length: 3 } })
})

test.each([
  [`${fine}title: Other\n`, 'Map keys must be unique'],
  [
    '{"key": "mine", "title": "Mine", "title": "Other", "processor_response": "approved"}',
    'Map keys must be unique',
  ],
  [`${fine}"title": Other\n`, 'Map keys must be unique'],
  ['1: a\n"1": b\n', 'Map keys must be unique'],
  [`${fine}meta: { a: 1, b: 2, a: 3 }\n`, 'Map keys must be unique'],
  [`${fine}? [a, b]\n: 1\n`, 'With stringKeys, all keys must be strings'],
  [`${fine}description: !run x\n`, 'Unresolved tag: !run'],
])('%j is refused: %s', async (text, problem) => {
  expect((await refusal(text)).message).toContain(problem)
})
