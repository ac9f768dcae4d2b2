import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Operation } from '../../src/http/operation.ts'
import { documentPath } from '../../src/openapi/describe.ts'
import { type OpenApi, openApi } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'

/** The published description, created once for all tests of a worker. */
let known: { document: OpenApi; ajv: Ajv2020 } | undefined

/** The description, and the validators of answers. */
function published(): { document: OpenApi; ajv: Ajv2020 } {
  if (known === undefined) {
    const document: OpenApi = JSON.parse(JSON.stringify(openApi(operations, 'http://emulator.test')))
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi.json')
    known = { document, ajv }
  }
  return known
}

const pointer = (...path: string[]): string =>
  path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

const compiled = new Map<string, ValidateFunction | undefined>()

/** How an answer violates the published OpenAPI description; undefined if it does not, or if it is not described. */
export function wrongByDocument(op: Operation, status: number, body: unknown): string | undefined {
  const { document, ajv } = published()
  const own = ['paths', documentPath(op), op.method, 'responses', String(status)]
  const response = document.paths[documentPath(op)]?.[op.method]?.responses[status] ?? {}
  const place = '$ref' in response ? response.$ref : `#/${pointer(...own)}`
  const address = `openapi.json${place}/${pointer('content', 'application/json', 'schema')}`
  if (!compiled.has(address)) compiled.set(address, ajv.getSchema(address))
  const check = compiled.get(address)
  if (check === undefined || check(body)) return undefined
  return `by the OpenAPI description: ${ajv.errorsText(check.errors)}`
}

/** How the body of a webhook violates the published description; undefined if it does not. */
export const wrongEvent = (body: { type: string }): string | undefined =>
  wrongBody(`${body.type.replace('.', '_')}_webhook_payload`, body)

/** How a body violates a schema of the published description; undefined if it does not. */
export function wrongBody(name: string, body: unknown): string | undefined {
  const address = `openapi.json#/components/schemas/${name}`
  const { ajv } = published()
  const check = ajv.getSchema(address)
  if (check === undefined) return `there is no ${address}`
  return check(body) ? undefined : `${name}: ${ajv.errorsText(check.errors)}`
}
