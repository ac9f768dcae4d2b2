import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { documentPath } from '../../src/http/describe.ts'
import { sampleOf } from '../../src/http/sample.ts'
import { openApi } from '../../src/openapi.ts'
import { operations } from '../../src/routes/index.ts'
import { freshReference, harness, origin } from '../harness.ts'

const document = openApi(operations, origin)
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

  test('leads nowhere in vain', async () => {
    const t = harness()
    const text = await (await t.fetch('/_emulator/docs')).text()
    for (const [, id] of text.matchAll(/href="#([^"]*)"/g)) expect(text).toContain(`id="${id}"`)
    for (const [, path] of text.matchAll(/href="(\/[^"]*)"/g))
      expect((await t.fetch(path ?? '')).status, path).toBe(200)
  })
})

describe('the examples', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(JSON.parse(JSON.stringify(document)), 'openapi.json')
  const wrong = (schema: object, value: unknown): string => {
    const check = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components')),
    )
    return check(value) ? '' : `${ajv.errorsText(check.errors)} in ${JSON.stringify(value)}`
  }

  test.each(
    operations
      .filter((op) => op.body !== undefined && op.bodyType !== 'text')
      .map((op) => [`${op.method.toUpperCase()} ${op.path}`, op] as const),
  )('of the body of %s fits its schema and passes its check', (_, op) => {
    const described = document.paths[documentPath(op)]?.[op.method]
    const [{ schema } = { schema: {} }] = Object.values(described?.requestBody?.content ?? {})
    const sample = sampleOf(schema, schemas, false)
    expect(wrong(schema, sample)).toBe('')
    expect(op.body?.safeParse(sample).error?.issues ?? []).toEqual([])
  })

  test.each(
    operations.flatMap((op) =>
      Object.keys(op.responses).map(
        (status) => [`${op.method.toUpperCase()} ${op.path}`, status, op] as const,
      ),
    ),
  )('of an answer of %s with %s fits its schema', (_, status, op) => {
    const described = document.paths[documentPath(op)]?.[op.method]?.responses[status]
    const schema = described?.content?.['application/json']?.schema
    if (schema !== undefined) expect(wrong(schema, sampleOf(schema, schemas, true))).toBe('')
  })

  test('of creating things are taken by a fresh world', async () => {
    for (const path of ['/charges', '/customers', '/payment-methods', '/orders']) {
      const t = harness()
      const schema = document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema ?? {}
      const { status, text } = await t.post(path, {
        ...(sampleOf(schema, schemas, false) as object),
        ...(path === '/charges' || path === '/orders' ? { reference: freshReference() } : {}),
      })
      expect(status, text).toBe(201)
    }
  })
})
