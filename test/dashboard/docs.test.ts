import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { documentPath, type Media } from '../../src/openapi/describe.ts'
import { openApi } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'
import { freshReference, harness, origin } from '../harness.ts'
import { usual } from '../support/document.ts'

const document = openApi(operations, origin, usual)
const { schemas } = document.components

describe('the page', () => {
  test('lists every endpoint, every webhook and every schema', async () => {
    const response = await harness().fetch('/_emulator/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    const text = await response.text()
    for (const path of Object.values(document.paths))
      for (const { operationId } of Object.values(path)) expect(text).toContain(`id="${operationId}"`)
    for (const type of Object.keys(document.webhooks)) expect(text).toContain(`<code>${type}</code>`)
    for (const name of Object.keys(schemas)) expect(text).toContain(`id="schema-${name}"`)
  })

  test('has no script, nothing inline and nothing from elsewhere', async () => {
    const response = await harness().in('worker-7').fetch('/_emulator/docs')
    const text = await response.text()
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/)
    const addresses = Array.from(text.matchAll(/(?:href|src)="([^"]*)"/g), ([, address]) => address ?? '')
    expect(addresses.length).toBeGreaterThan(20)
    expect(addresses.filter((address) => !/^(\/w\/worker-7\/_emulator|#|data:,)/.test(address))).toEqual([])
  })

  test('has no broken links', async () => {
    const t = harness()
    const text = await (await t.fetch('/_emulator/docs')).text()
    for (const [, id] of text.matchAll(/href="#([^"]*)"/g)) expect(text).toContain(`id="${id}"`)
    for (const [, path] of text.matchAll(/href="(\/[^"]*)"/g))
      expect((await t.fetch(path ?? '')).status, path).toBe(200)
  })
})

/** Every body in the description: of requests, of answers, of refusals, of webhooks. */
function allBodies(): [place: string, body: Media][] {
  const found: [string, Media][] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value))
      if (key !== 'content') walk(inner, `${place} ${key}`.trimStart())
      else for (const [type, body] of Object.entries(inner)) found.push([`${place} ${type}`, body as Media])
  }
  const { paths, webhooks, components } = document
  walk({ paths, webhooks, responses: components.responses }, '')
  return found
}

describe('the examples', () => {
  const bodies = allBodies()
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(JSON.parse(JSON.stringify(document)), 'openapi.json')
  const wrong = (schema: object, value: unknown): string => {
    const check = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components')),
    )
    return check(value) ? '' : `${ajv.errorsText(check.errors)} in ${JSON.stringify(value)}`
  }

  test.each(bodies)('of %s says something and fits its schema', (_, { schema, example }) => {
    expect(example).toBeDefined()
    expect(JSON.stringify(example)).not.toMatch(/"text-*"(?!:)/)
    expect(wrong(schema, example)).toBe('')
  })

  test.each(operations.flatMap((op) => (op.body !== undefined ? [[op.id, op.body, op] as const] : [])))(
    'of the body of %s passes its check',
    (_, body, op) => {
      const content = document.paths[documentPath(op)]?.[op.method]?.requestBody?.content ?? {}
      const [media] = Object.values(content)
      expect(body.safeParse(media?.example).error?.issues ?? []).toEqual([])
    },
  )

  test('in schemas fit the schemas', () => {
    const invalid: string[] = []
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { examples } = value as { examples?: unknown }
      if (Array.isArray(examples))
        for (const example of examples)
          if (wrong(value, example) !== '') invalid.push(`${place}: ${wrong(value, example)}`)
      for (const [key, inner] of Object.entries(value))
        if (key !== 'example' && key !== 'examples') walk(inner, `${place}/${key}`)
    }
    walk(document, '')
    expect(invalid).toEqual([])
  })

  test('of creating things are taken by a fresh world', async () => {
    for (const path of ['/charges', '/customers', '/payment-methods', '/orders']) {
      const t = harness()
      const { example } = document.paths[path]?.['post']?.requestBody?.content['application/json'] ?? {}
      const { status, text } = await t.post(path, {
        ...(example as object),
        ...(path === '/charges' || path === '/orders' ? { reference: freshReference() } : {}),
      })
      expect(status, text).toBe(201)
    }
  })
})
