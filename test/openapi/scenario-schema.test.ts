import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { Fragment } from '../../src/domain/scenario/fragment.ts'
import { scenarioSchema } from '../../src/openapi/scenario-schema.ts'
import { harness } from '../harness.ts'

const published = readFileSync('scenarios/scenario.schema.json', 'utf8')
const validate = new Ajv({ strict: false }).compile(JSON.parse(published))
const files = readdirSync('scenarios', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.yaml'),
)

describe('the schema for editors', () => {
  test('is up to date: npm run schema regenerates it', () => {
    expect(published).toBe(`${JSON.stringify(scenarioSchema(), null, 2)}\n`)
  })

  test('is served to editors, which have no token, where an emulator runs', async () => {
    const t = harness({ settings: { controlToken: 'open-sesame' } })
    const { status, body } = await t.get('/_emulator/scenario.schema.json')
    expect([status, body]).toEqual([200, JSON.parse(published)])
  })

  test.each(files)('knows every document of %s, which names it for editors', (file) => {
    const text = readFileSync(join('scenarios', file), 'utf8')
    const up = '../'.repeat(file.split('/').length - 1) || './'
    expect(text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${up}scenario.schema.json`)
    for (const document of parseAllDocuments(text)) {
      const value: unknown = document.toJS()
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
    }
  })

  test.each([
    [{ title: 'no key', processor_response: 'error' }],
    [{ key: 'two words', title: 'x', processor_response: 'error' }],
    [{ key: 'a', title: 'x', processor_response: 'nonsense' }],
    [{ key: 'a', title: 'x', colour: 'red', processor_response: 'error' }],
    [{ key: 'a', title: 'x', steps: [] }],
    [{ key: 'a', title: 'x', steps: [{ ask: 'requires_blood' }, { finish: 'issuer' }] }],
    [{ key: 'a', title: 'x', steps: [{ ask: 'requires_pin', attempts: 0 }, { finish: 'issuer' }] }],
    [{ key: 'a', title: 'x', steps: [{ ask: 'requires_pin', after: 5 }, { finish: 'issuer' }] }],
    [{ key: 'a', title: 'x', webhooks: { copies: 21 } }],
    [{ key: 'a', title: 'x', webhooks: { delay: '5 minutes' } }],
    [{ key: 'a', title: 'x', response: { status: 418 } }],
    [{ key: 'a', title: 'x', payment_methods: ['cash'], steps: [{ finish: 'issuer' }] }],
  ])('refuses %j as the loader does', (document) => {
    expect(validate(document)).toBe(false)
    expect(Fragment.safeParse(document).success).toBe(false)
  })
})
