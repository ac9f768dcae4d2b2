import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { contractWords } from '../../src/domain/fixtures/vocabulary.ts'
import { defaultSettings } from '../../src/emulator/settings.ts'
import type { Operation } from '../../src/http/operation.ts'
import { documentPath } from '../../src/openapi/describe.ts'
import { type Documented, type OpenApi, openApi } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'
import { Words } from '../../src/wire/words.ts'

/** An emulator with the contract's words, as far as its description depends on it. */
export const usual: Documented = { words: new Words(contractWords), settings: defaultSettings }

interface Published {
  document: OpenApi
  ajv: Ajv2020
  compiled: Map<string, ValidateFunction | undefined>
}

/** The published descriptions by vocabulary, each created once per worker. */
const known = new Map<string, Published>()
/** The same by the words of an emulator: a vocabulary is long, and answers are many. */
const byWords = new WeakMap<Words, Published>()

/** The description, and the validators of answers. */
function published(documented: Documented): Published {
  const found = byWords.get(documented.words) ?? publishedOf(documented)
  byWords.set(documented.words, found)
  return found
}

function publishedOf(documented: Documented): Published {
  const key = JSON.stringify(documented.words.vocabulary)
  let found = known.get(key)
  if (found === undefined) {
    const document: OpenApi = JSON.parse(
      JSON.stringify(openApi(operations, 'http://emulator.test', documented)),
    )
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi.json')
    found = { document, ajv, compiled: new Map() }
    known.set(key, found)
  }
  return found
}

const pointer = (...path: string[]): string =>
  path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

/** How an answer violates the published OpenAPI description; undefined if it does not, or if it is not described. */
export function wrongByDocument(
  op: Operation,
  status: number,
  body: unknown,
  documented: Documented,
): string | undefined {
  const { document, ajv, compiled } = published(documented)
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
export function wrongBody(name: string, body: unknown, documented = usual): string | undefined {
  const address = `openapi.json#/components/schemas/${name}`
  const { ajv } = published(documented)
  const check = ajv.getSchema(address)
  if (check === undefined) return `there is no ${address}`
  return check(body) ? undefined : `${name}: ${ajv.errorsText(check.errors)}`
}
