import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openApi } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'
import { type Harness, harness, origin } from '../harness.ts'
import { usual } from '../support/document.ts'
import { madeUp } from '../support/vocabulary.ts'

const document = openApi(operations, origin, usual)

const read = async (t: Harness, path: string): Promise<string> => {
  const response = await t.fetch(path)
  expect(response.status, path).toBe(200)
  return response.text()
}

const links = (text: string): string[] =>
  Array.from(text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S.*$/gm), ([, address = '']) => address)

describe('llms.txt', () => {
  test('has a title, a summary, and sections of links with a description each', async () => {
    const text = await read(harness(), '/llms.txt')
    expect(text).toMatch(/^# payment-emulator\n\n> \S.*\n\n\S.*\n\n## /)
    const [, ...sections] = text.split(/^## .*$/m)
    for (const section of sections)
      expect(section.trim().split('\n').length, section).toBe(links(section).length)
  })

  test.each([['default'], ['worker-3']])('links to documents of its world: %s', async (world) => {
    const t = harness().in(world)
    const base = world === 'default' ? origin : `${origin}/w/${world}`
    const addresses = links(await read(t, '/llms.txt'))
    expect(addresses.length).toBeGreaterThan(15)
    for (const address of addresses) {
      expect(address).toMatch(new RegExp(`^${base}/_emulator\\b`))
      await read(t, address.slice(base.length))
    }
    expect(await read(t, '/llms.txt')).toContain(`auth address of this world: ${base}. `)
  })

  test('lists a document for every group of endpoints', async () => {
    const text = await read(harness(), '/llms.txt')
    const used = new Set(operations.map(({ tag }) => tag))
    for (const { name, description } of document.tags.filter(({ name }) => used.has(name)))
      expect(text).toMatch(
        new RegExp(`- \\[${name}\\]\\(\\S+\\.md\\): ${description.replace(/[.*()]/g, '.')}\n`),
      )
  })
})

describe('a document in Markdown', () => {
  test.each([
    ['/_emulator/docs', '/_emulator/docs/index.md'],
    ['/_emulator/docs/test-data', '/_emulator/docs/test-data.md'],
  ])('is the alternate of the page %s', async (page, twin) => {
    const t = harness().in('worker-3')
    expect(await read(t, page)).toContain(
      `<link rel="alternate" type="text/markdown" href="/w/worker-3${twin}">`,
    )
    await read(t, twin)
  })

  test('has every endpoint, parameter, webhook and schema of the interface reference', async () => {
    const text = await read(harness(), '/_emulator/docs/index.md')
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { summary, parameters = [] }] of Object.entries(methods)) {
        expect(text).toContain(`### ${method.toUpperCase()} ${path}\n\n${summary}. `)
        for (const { name } of parameters) expect(text).toContain(`- \`${name}\` `)
      }
    for (const type of Object.keys(document.webhooks)) expect(text).toContain(`### ${type}\n`)
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      expect(text).toContain(`### ${name}\n`)
      for (const member of Object.keys(properties as object)) expect(text).toContain(`- \`${member}\` `)
    }
  })

  test('of a group has its endpoints, and every schema that it names', async () => {
    const t = harness()
    const names = Object.keys(document.components.schemas)
    for (const file of ['charges', 'v3-transfers', 'control', 'webhooks']) {
      const text = await read(t, `/_emulator/docs/${file}.md`)
      const [, type = ''] = /^# (.*)$/m.exec(text) ?? []
      for (const op of operations.filter(({ tag }) => tag === type)) expect(text).toContain(`${op.summary}. `)
      const named = names.filter((name) =>
        new RegExp(`^ *- (\`[^\`]+\` )?(array of )*\`${name}\``, 'm').test(text),
      )
      expect(named.length).toBeGreaterThan(0)
      for (const name of named) expect(text, file).toContain(`### ${name}\n`)
    }
  })

  test('has all test data, and every scenario of the world', async () => {
    const t = harness()
    const [, ...testData] = readFileSync('docs/test-data.md', 'utf8').split('\n\n')
    expect(await read(t, '/_emulator/docs/test-data.md')).toBe(testData.join('\n\n'))
    await t.send(
      'POST',
      '/_emulator/scenarios',
      'key: mine\ntitle: Left | right\npayer: { action: approve }\n',
      {
        'content-type': 'text/plain',
      },
    )
    const text = await read(t, '/_emulator/docs/scenarios.md')
    for (const key of t.world.catalogue.fragments.keys()) expect(text).toContain(`| \`${key}\` | `)
    expect(text).toContain('| `mine` | Left \\| right |')
  })

  test('has the words of the vocabulary, as the pages do', async () => {
    const t = harness({ fixtures: { vocabulary: madeUp } })
    for (const [name, word, contracts] of [
      ['index', '"type": "plastic"', '"type": "card"'],
      ['payment-methods', '"type": "plastic"', '"type": "card"'],
      ['webhooks', '- `X-Made-Up-Signature` ', '- `X-Webhook-Signature` '],
      ['v3-transactions', '- `made_up_ref` ', '- `service_ref` '],
      ['scenarios', 'wire_over', 'bank_transfer |'],
      ['test-data', '| Momo |', '| Mobile money |'],
    ] as const) {
      const text = await read(t, `/_emulator/docs/${name}.md`)
      expect([name, text.includes(word), text.includes(contracts)]).toEqual([name, true, false])
    }
  })
})

describe('documents for programs', () => {
  const paths = ['/llms.txt', '/_emulator/docs/index.md', '/_emulator/docs/skill.md']

  test.each(paths)('have their media type and are not stored by caches: %s', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await harness().fetch(path, { method })
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8',
        'no-store',
      ])
    }
  })

  test.each(paths)('need the control token, like the pages: %s', async (path) => {
    const t = harness({ settings: { controlToken: 'open-sesame' } })
    expect((await t.fetch(path)).status).toBe(401)
    expect((await t.fetch(path, { headers: { authorization: 'Bearer open-sesame' } })).status).toBe(200)
  })

  test('that do not exist are refused in JSON, which names the list of all', async () => {
    const { status, body } = await harness().get<{ error: { message: string } }>('/_emulator/docs/no-such.md')
    expect([status, body.error.message]).toEqual([404, 'no document "no-such.md"; GET /llms.txt lists all'])
  })

  test('have the skill of the package with the addresses of the world', async () => {
    const text = await read(harness().in('worker-3'), '/_emulator/docs/skill.md')
    const skill = readFileSync('SKILL.md', 'utf8')
    expect(text).toBe(skill.replaceAll('http://localhost:4290', `${origin}/w/worker-3`))
    expect(text).toContain(`\`${origin}/w/worker-3/llms.txt\``)
  })
})
