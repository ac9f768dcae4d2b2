import type { OpenApiOperation, Parameter } from '../http/describe.ts'
import type { JsonSchema } from '../http/json-schema.ts'
import type { Operation } from '../http/operation.ts'
import { operation } from '../http/operation.ts'
import { sampleOf } from '../http/sample.ts'
import { type OpenApi, openApi } from '../openapi.ts'
import { assetUrl } from './assets.ts'
import { rulesOf, schemaTree, typeOf } from './docs-schema.ts'
import { each, type Html, html, none, when } from './html.ts'
import { basePath, pageReply } from './page.ts'
import { httpStatus } from './parts.ts'

/** The description of all endpoints as a page; `operations` is asked when the page is, because it is one of them. */
export const docsOperations = (operations: () => readonly Operation[]): Operation[] => [
  operation({
    method: 'get',
    path: '/_emulator/docs',
    family: 'control',
    access: 'control',
    tag: 'Documents',
    summary: 'The description as a page: endpoints, parameters, schemas, examples, webhooks',
    responses: { 200: null },
    handle: ({ c, baseUrl }) => pageReply(page(openApi(operations(), baseUrl), basePath(c), baseUrl)),
  }),
]

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
  const { schemas } = document.components
  const groups = document.tags.map((tag) => ({
    ...tag,
    members: all.filter(({ tags }) => tags.includes(tag.name)),
  }))
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
<p class="foot"><a href="${base}/_emulator/openapi.json">openapi.json</a><span class="unit">Version ${document.info.version}</span></p>
</header>
<div class="stage">
<main id="main" tabindex="-1" class="docs">
<h1>Interface reference</h1>
<p>${document.info.description} Base address of this world: <code>${baseUrl}</code></p>
${each(
  groups,
  ({ name, description, members }) =>
    html`<section id="${anchor(name)}"><h2>${name}</h2><p class="unit">${description}</p>${each(members, (op) => endpoint(op, schemas, baseUrl))}</section>`,
)}
<section id="webhooks"><h2>Webhooks sent</h2><p class="unit">What the emulator posts to the merchant's endpoint.</p>${each(Object.entries(document.webhooks), ([type, { post }]) => webhook(type, post, schemas))}</section>
<section id="schemas"><h2>Schemas</h2>${each(Object.entries(schemas), ([name, schema]) => card(`schema-${name}`, html`<code>${name}</code> <span class="told">${schema['description'] ?? ''}</span>`, html`${rulesOf(schema)}${schemaTree(schema)}`))}</section>
</main>
</div>
</body>
</html>`
}

/** What is folded away. The id stands inside, so that a link to it opens it. */
const card = (id: string, heading: Html, content: Html): Html =>
  html`<details class="card"><summary>${heading}</summary><div id="${id}">${content}</div></details>`

const whoMayCall = (security: Record<string, string[]>[]): string => {
  const [first] = security
  if (first === undefined) return 'Open to everybody'
  const [scheme, scopes] = Object.entries(first)[0] ?? ['', []]
  if (scheme === 'accessToken') return `Access token with ${scopes?.join(', ')}`
  return scheme === 'secretKey' ? 'Secret key' : 'Control token, where one is set'
}

function endpoint(op: Described, schemas: OpenApi['components']['schemas'], baseUrl: string): Html {
  const [type, body] = Object.entries(op.requestBody?.content ?? {})[0] ?? []
  const heading = html`<span class="method ${op.method}">${op.method.toUpperCase()}</span> <code>${op.path}</code> <span class="told">${op.summary}</span>`
  return card(
    op.operationId,
    heading,
    html`${when(op.description, () => html`<p>${op.description}</p>`)}
<p class="unit">${whoMayCall(op.security)}</p>
${parameters(op.parameters ?? [])}
${when(body, () => html`<h3>Body <span class="unit">${type}${op.requestBody?.required ? '' : ', optional'}</span></h3>${typed(body?.schema ?? {})}`)}
<h3>Example</h3><pre>${curl(op, body?.schema, type, schemas, baseUrl)}</pre>
<h3>Answers</h3>${each(Object.entries(op.responses), ([status, response]) => answer(Number(status), response, schemas))}`,
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

function answer(
  status: number,
  { description, content }: OpenApiOperation['responses'][string],
  schemas: OpenApi['components']['schemas'],
): Html {
  const schema = content?.['application/json']?.schema
  if (schema === undefined)
    return html`<p>${httpStatus(status)} ${description} <span class="unit">no JSON</span></p>`
  // What a refusal looks like stands once, in its schema.
  if (status >= 400)
    return html`<p>${httpStatus(status)} ${typeOf(schema)} <span class="told">${description}</span></p>`
  return html`<details class="kind"><summary>${httpStatus(status)} ${description}</summary>${typed(schema)}<pre>${JSON.stringify(sampleOf(schema, schemas, true), null, 2)}</pre></details>`
}

function curl(
  op: Described,
  schema: JsonSchema | undefined,
  type: string | undefined,
  schemas: OpenApi['components']['schemas'],
  baseUrl: string,
): string {
  const lines = [`curl -X ${op.method.toUpperCase()} '${baseUrl}${op.path}'`]
  const [scheme] = Object.keys(op.security[0] ?? {})
  if (scheme !== undefined)
    lines.push(`-H 'Authorization: Bearer ${scheme === 'accessToken' ? '<ACCESS_TOKEN>' : '<SECRET_KEY>'}'`)
  if (schema !== undefined) {
    const sample = sampleOf(schema, schemas, false)
    lines.push(`-H 'Content-Type: ${type}'`)
    if (type === 'application/json')
      lines.push(`-d '${JSON.stringify(sample, null, 2).replaceAll("'", "'\\''")}'`)
    else if (type === 'text/plain') lines.push("--data-binary '@file'")
    else for (const [name, value] of Object.entries(sample as object)) lines.push(`-d '${name}=${value}'`)
  }
  return lines.join(' \\\n  ')
}

function webhook(type: string, post: OpenApiOperation, schemas: OpenApi['components']['schemas']): Html {
  const schema = post.requestBody?.content['application/json']?.schema ?? {}
  return card(
    post.operationId,
    html`<code>${type}</code> <span class="told">${post.summary}</span>`,
    html`<p>${post.description}</p>${parameters(post.parameters ?? [])}<h3>Body</h3>${typed(schema)}<h3>Example</h3><pre>${JSON.stringify(sampleOf(schema, schemas, true), null, 2)}</pre>`,
  )
}
