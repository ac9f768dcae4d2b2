import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { documentPath } from '../../src/http/describe.ts'
import type { Operation } from '../../src/http/operation.ts'
import { openApi } from '../../src/openapi.ts'
import { operations } from '../../src/routes/index.ts'

let ajv: Ajv2020 | undefined

/** The published description, ready to hold answers against; made once for all tests of a worker. */
function published(): Ajv2020 {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats.default(ajv)
    ajv.addSchema(JSON.parse(JSON.stringify(openApi(operations, 'http://emulator.test'))), 'openapi.json')
  }
  return ajv
}

const pointer = (...path: string[]): string =>
  path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

const compiled = new Map<string, ValidateFunction | undefined>()

/** What is wrong with an answer by the published OpenAPI description; undefined where nothing is, or where it says nothing. */
export function wrongByDocument(op: Operation, status: number, body: unknown): string | undefined {
  const content = pointer('paths', documentPath(op), op.method, 'responses', String(status), 'content')
  const address = `openapi.json#/${content}/${pointer('application/json', 'schema')}`
  if (!compiled.has(address)) compiled.set(address, published().getSchema(address))
  const check = compiled.get(address)
  if (check === undefined || check(body)) return undefined
  return `by the OpenAPI description: ${published().errorsText(check.errors)}`
}

/** What is wrong with the body of a webhook by the published description; undefined where nothing is. */
export function wrongEvent(body: { type: string }): string | undefined {
  const address = `openapi.json#/components/schemas/${body.type.replace('.', '_')}_webhook_payload`
  const check = published().getSchema(address)
  if (check === undefined) return `there is no ${address}`
  return check(body) ? undefined : `${body.type}: ${published().errorsText(check.errors)}`
}
