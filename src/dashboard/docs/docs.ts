import type { Operation } from '../../http/operation.ts'
import type {
  Media,
  OpenApiOperation,
  OpenApiResponse,
  Parameter,
  Reference,
} from '../../openapi/describe.ts'
import { type OpenApi, openApi } from '../../openapi/document.ts'
import type { JsonSchema } from '../../openapi/json-schema.ts'
import type { PageContext } from '../kit/app.ts'
import { assetUrl } from '../kit/assets.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'
import { sendPage } from '../kit/page.ts'
import { httpStatus } from '../kit/parts.ts'
import { rulesOf, schemaTree, typeOf } from './schema.ts'

/** Answers with the description of all endpoints as a page. */
export function docsPage(c: PageContext, operations: readonly Operation[]): Promise<Response> {
  const { base, origin, emulator } = c.var.view
  return sendPage(c, page(openApi(operations, origin, emulator), base, origin))
}

interface Described extends OpenApiOperation {
  method: string
  path: string
}

const every = (paths: OpenApi['paths']): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method, path })),
  )

const anchor = (tag: string): string => `tag-${tag.replace(/\W+/g, '-')}`

function page(document: OpenApi, base: string, baseUrl: string): Html {
  const all = every(document.paths)
  const { schemas, responses } = document.components
  const groups = document.tags
    .map((tag) => ({ ...tag, members: all.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter(({ members }) => members.length > 0)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Interface reference · payment emulator</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetUrl(base, 'dashboard.css')}">
<link rel="stylesheet" href="${assetUrl(base, 'docs.css')}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="side">
<a class="brand" href="${base}/_emulator"><span class="mark" aria-hidden="true"></span>Payment emulator</a>
<nav aria-label="Groups of endpoints"><ul>${each(groups, ({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}<li><a href="#webhooks">Webhooks sent</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>
<p class="foot"><a href="${base}/_emulator/docs/test-data">Test data</a><a href="${base}/_emulator/openapi.json">openapi.json</a><span class="unit">Version ${document.info.version}</span></p>
</header>
<div class="stage">
<main id="main" tabindex="-1" class="docs">
<h1>Interface reference</h1>
<p>${document.info.description} Base address of this world: <code>${baseUrl}</code></p>
${each(
  groups,
  ({ name, description, members }) =>
    html`<section id="${anchor(name)}"><h2>${name}</h2><p class="unit">${description}</p>${each(members, (op) => endpoint(op, responses, baseUrl))}</section>`,
)}
<section id="webhooks"><h2>Webhooks sent</h2><p class="unit">What the emulator posts to the merchant's endpoint.</p>${each(Object.entries(document.webhooks), ([type, { post }]) => webhook(type, post))}</section>
<section id="schemas"><h2>Schemas</h2>${each(Object.entries(schemas), ([name, schema]) => card(`schema-${name}`, html`<code>${name}</code> <span class="told">${schema['description'] ?? ''}</span>`, html`${rulesOf(schema)}${schemaTree(schema)}`))}</section>
</main>
</div>
</body>
</html>`
}

/** A collapsed section. The id is inside, so that a link to it expands the section. */
const card = (id: string, heading: Html, content: Html): Html =>
  html`<details class="card"><summary>${heading}</summary><div id="${id}">${content}</div></details>`

type Responses = OpenApi['components']['responses']

/** A response, looked up among the shared ones if it is a reference. */
const resolved = (response: OpenApiResponse | Reference, shared: Responses): OpenApiResponse | undefined =>
  '$ref' in response ? shared[response.$ref.split('/').at(-1) ?? ''] : response

function endpoint(op: Described, shared: Responses, baseUrl: string): Html {
  const [type, body] = Object.entries(op.requestBody?.content ?? {})[0] ?? []
  const heading = html`<span class="method ${op.method}">${op.method.toUpperCase()}</span> <code>${op.path}</code> <span class="told">${op.summary}</span>`
  return card(
    op.operationId,
    heading,
    html`<p>${op.description}</p>
${parameters(op.parameters ?? [])}
${when(body, () => html`<h3>Body <span class="unit">${type}${op.requestBody?.required ? '' : ', optional'}</span></h3>${typed(body?.schema ?? {})}`)}
<h3>Example</h3><pre>${curl(op, type, body, baseUrl)}</pre>
<h3>Responses</h3>${each(Object.entries(op.responses), ([status, response]) => answer(Number(status), resolved(response, shared)))}`,
  )
}

const typed = (schema: JsonSchema): Html =>
  '$ref' in schema ? html`<p>${typeOf(schema)}</p>` : html`${rulesOf(schema)}${schemaTree(schema)}`

function parameters(all: readonly Parameter[]): Html {
  if (all.length === 0) return none
  return html`<h3>Parameters</h3><ul class="members">${each(
    all,
    ({ name, in: where, required, description, schema }) =>
      html`<li><code class="name">${name}</code> <span class="unit">${where}, ${typeOf(schema)}</span>${when(required, () => html` <span class="needed">required</span>`)} ${rulesOf(schema)}${when(description, () => html`<span class="told">${description}</span>`)}</li>`,
  )}</ul>`
}

function answer(status: number, response: OpenApiResponse | undefined): Html {
  const { description, content = {} } = response ?? { description: '' }
  // Errors share a schema, which is shown once.
  if (status >= 400) {
    const { schema = {} } = content['application/json'] ?? {}
    return html`<p>${httpStatus(status)} ${typeOf(schema)} <span class="told">${description}</span></p>`
  }
  return html`${each(
    Object.entries(content),
    ([type, { schema, example }]) =>
      html`<details class="kind"><summary>${httpStatus(status)} ${description} <span class="unit">${type}</span></summary>${typed(schema)}<pre>${written(example)}</pre></details>`,
  )}`
}

const written = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)

function curl(op: Described, type: string | undefined, body: Media | undefined, baseUrl: string): string {
  const lines = [`curl -X ${op.method.toUpperCase()} '${baseUrl}${op.path}'`]
  const [scheme] = Object.keys(op.security[0] ?? {})
  if (scheme !== undefined)
    lines.push(`-H 'Authorization: Bearer ${scheme === 'accessToken' ? '<ACCESS_TOKEN>' : '<SECRET_KEY>'}'`)
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: ${type}'`)
    if (type === 'application/x-www-form-urlencoded')
      for (const [name, value] of Object.entries(body.example as object)) lines.push(`-d '${name}=${value}'`)
    else
      lines.push(
        `${type === 'text/plain' ? '--data-binary' : '-d'} '${written(body.example).replaceAll("'", "'\\''")}'`,
      )
  }
  return lines.join(' \\\n  ')
}

function webhook(type: string, post: OpenApiOperation): Html {
  const { schema = {}, example } = post.requestBody?.content['application/json'] ?? {}
  return card(
    post.operationId,
    html`<code>${type}</code> <span class="told">${post.summary}</span>`,
    html`<p>${post.description}</p>${parameters(post.parameters ?? [])}<h3>Body</h3>${typed(schema)}<h3>Example</h3><pre>${written(example)}</pre>`,
  )
}
