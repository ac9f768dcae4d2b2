import type { Operation } from '../../http/operation.ts'
import type { OpenApiOperation, OpenApiResponse, Parameter } from '../../openapi/describe.ts'
import { type OpenApi, openApi } from '../../openapi/document.ts'
import type { JsonSchema } from '../../openapi/json-schema.ts'
import type { PageContext } from '../kit/app.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'
import { sendPage } from '../kit/page.ts'
import { httpStatus } from '../kit/parts.ts'
import { docsFrame } from './frame.ts'
import {
  bodyOf,
  curlCommand,
  type Endpoint,
  type EndpointGroup,
  endpointGroups,
  exampleText,
  referenceTitle,
  responseOf,
  schemaSection,
  webhookSection,
} from './reference.ts'
import { rulesOf, schemaTree, typeOf } from './schema.ts'

/** Answers with the description of all endpoints as a page. */
export function docsPage(c: PageContext, operations: readonly Operation[]): Promise<Response> {
  const { base, origin, emulator } = c.var.view
  return sendPage(c, page(openApi(operations, origin, emulator), base, origin))
}

const anchor = ({ name }: EndpointGroup): string => `tag-${name.replace(/\W+/g, '-')}`

function page(document: OpenApi, base: string, baseUrl: string): Html {
  const { info, components, webhooks } = document
  const groups = endpointGroups(document)
  return docsFrame({
    base,
    title: referenceTitle,
    markdown: 'index.md',
    menu: {
      label: 'Groups of endpoints',
      links: [
        ...groups.map((group) => [anchor(group), group.name] as const),
        ['webhooks', webhookSection.title],
        ['schemas', schemaSection.title],
      ],
    },
    others: [
      ['docs/test-data', 'Test data'],
      ['openapi.json', 'openapi.json'],
    ],
    content: html`<p>${info.description} Base address of this world: <code>${baseUrl}</code></p>
${each(
  groups,
  (group) =>
    html`<section id="${anchor(group)}"><h2>${group.name}</h2><p class="unit">${group.description}</p>${each(group.members, (op) => endpoint(op, components, baseUrl))}</section>`,
)}
<section id="webhooks"><h2>${webhookSection.title}</h2><p class="unit">${webhookSection.text}</p>${each(Object.entries(webhooks), ([type, { post }]) => webhook(type, post))}</section>
<section id="schemas"><h2>${schemaSection.title}</h2>${each(Object.entries(components.schemas), ([name, schema]) => card(`schema-${name}`, html`<code>${name}</code> <span class="told">${schema['description'] ?? ''}</span>`, html`${rulesOf(schema)}${schemaTree(schema)}`))}</section>`,
  })
}

/** A collapsed section. The id is inside, so that a link to it expands the section. */
const card = (id: string, heading: Html, content: Html): Html =>
  html`<details class="card"><summary>${heading}</summary><div id="${id}">${content}</div></details>`

function endpoint(op: Endpoint, components: OpenApi['components'], baseUrl: string): Html {
  const [type, body] = bodyOf(op) ?? []
  const heading = html`<span class="method ${op.method}">${op.method.toUpperCase()}</span> <code>${op.path}</code> <span class="told">${op.summary}</span>`
  return card(
    op.operationId,
    heading,
    html`<p>${op.description}</p>
${parameters(op.parameters ?? [])}
${when(body, () => html`<h3>Body <span class="unit">${type}${op.requestBody?.required ? '' : ', optional'}</span></h3>${typed(body?.schema ?? {})}`)}
<h3>Example</h3><pre>${curlCommand(op, baseUrl)}</pre>
<h3>Responses</h3>${each(Object.entries(op.responses), ([status, response]) => answer(Number(status), responseOf(response, components)))}`,
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

function answer(status: number, { description, content = {} }: OpenApiResponse): Html {
  // Errors share a schema, which is shown once.
  if (status >= 400) {
    const { schema = {} } = content['application/json'] ?? {}
    return html`<p>${httpStatus(status)} ${typeOf(schema)} <span class="told">${description}</span></p>`
  }
  return html`${each(
    Object.entries(content),
    ([type, { schema, example }]) =>
      html`<details class="kind"><summary>${httpStatus(status)} ${description} <span class="unit">${type}</span></summary>${typed(schema)}<pre>${exampleText(example)}</pre></details>`,
  )}`
}

function webhook(type: string, post: OpenApiOperation): Html {
  const [, { schema, example } = { schema: {}, example: undefined }] = bodyOf(post) ?? []
  return card(
    post.operationId,
    html`<code>${type}</code> <span class="told">${post.summary}</span>`,
    html`<p>${post.description}</p>${parameters(post.parameters ?? [])}<h3>Body</h3>${typed(schema)}<h3>Example</h3><pre>${exampleText(example)}</pre>`,
  )
}
