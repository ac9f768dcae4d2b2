import type { OpenApiOperation, OpenApiResponse, Parameter } from '../../openapi/describe.ts'
import type { OpenApi } from '../../openapi/document.ts'
import type { JsonSchema } from '../../openapi/json-schema.ts'
import { code, codeBlock } from './markdown.ts'
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
import { rulesText, schemaLines, schemasIn, typeText, valueLine } from './schema-markdown.ts'

const baseLine = (baseUrl: string): string => `Base address of this world: ${code(baseUrl)}`

/** The interface reference as Markdown. */
export function referenceMarkdown(document: OpenApi, baseUrl: string): string {
  const { info, components } = document
  return text([
    `# ${referenceTitle}`,
    '',
    `${info.description} ${baseLine(baseUrl)}`,
    '',
    ...endpointGroups(document).flatMap((group) => [
      `## ${group.name}`,
      '',
      ...groupLines(group, components, baseUrl),
    ]),
    `## ${webhookSection.title}`,
    '',
    ...webhookLines(document),
    ...schemaSections(Object.keys(components.schemas), components.schemas),
  ])
}

/** The endpoints of one group, and the schemas that they use. */
export const groupMarkdown = (group: EndpointGroup, { components }: OpenApi, baseUrl: string): string =>
  text([
    `# ${group.name}`,
    '',
    baseLine(baseUrl),
    '',
    ...groupLines(group, components, baseUrl),
    ...schemaSections(
      schemasIn(
        group.members.map((op) => [
          op,
          Object.values(op.responses).map((one) => responseOf(one, components)),
        ]),
        components.schemas,
      ),
      components.schemas,
    ),
  ])

/** The webhooks, and the schemas that they use. */
export const webhooksMarkdown = (document: OpenApi): string =>
  text([
    `# ${webhookSection.title}`,
    '',
    ...webhookLines(document),
    ...schemaSections(schemasIn(document.webhooks, document.components.schemas), document.components.schemas),
  ])

const text = (lines: readonly string[]): string => `${lines.join('\n').trimEnd()}\n`

const groupLines = (
  { description, members }: EndpointGroup,
  components: OpenApi['components'],
  baseUrl: string,
): string[] => [description, '', ...members.flatMap((member) => endpointLines(member, components, baseUrl))]

function endpointLines(op: Endpoint, components: OpenApi['components'], baseUrl: string): string[] {
  const [type, body] = bodyOf(op) ?? []
  return [
    `### ${op.method.toUpperCase()} ${op.path}`,
    '',
    `${op.summary}. ${op.description}`,
    '',
    ...parameterLines(op.parameters ?? []),
    ...(body === undefined
      ? []
      : [`Body, ${type}${op.requestBody?.required ? '' : ', optional'}:`, '', ...typedLines(body.schema)]),
    ...codeBlock(curlCommand(op, baseUrl), 'sh'),
    ...Object.entries(op.responses).flatMap(([status, response]) =>
      answerLines(Number(status), responseOf(response, components)),
    ),
    '',
  ]
}

function typedLines(schema: JsonSchema): string[] {
  const lines = '$ref' in schema ? [] : schemaLines(schema)
  const rules = '$ref' in schema ? '' : rulesText(schema)
  if (lines.length === 0) return [[typeText(schema), rules].filter(Boolean).join('; '), '']
  return [...(rules === '' ? [] : [rules, '']), ...lines, '']
}

const parameterLines = (all: readonly Parameter[]): string[] =>
  all.length === 0
    ? []
    : [
        'Parameters:',
        '',
        ...all.map(({ name, in: where, required, description, schema }) =>
          valueLine(name, schema, [where, ...(required ? ['required'] : [])], description),
        ),
        '',
      ]

function answerLines(status: number, { description, content = {} }: OpenApiResponse): string[] {
  // Errors share a schema, which is shown once.
  if (status >= 400)
    return [`- ${status} ${typeText(content['application/json']?.schema ?? {})}: ${description}`]
  return Object.entries(content).flatMap(([type, { schema, example }]) => [
    `Answer ${status}, ${type}:`,
    '',
    ...typedLines(schema),
    ...codeBlock(exampleText(example)),
  ])
}

const webhookLines = ({ webhooks }: OpenApi): string[] => [
  webhookSection.text,
  '',
  ...Object.entries(webhooks).flatMap(([type, { post }]) => webhookBlock(type, post)),
]

function webhookBlock(type: string, post: OpenApiOperation): string[] {
  const [, body] = bodyOf(post) ?? []
  return [
    `### ${type}`,
    '',
    `${post.summary}. ${post.description}`,
    '',
    ...parameterLines(post.parameters ?? []),
    'Body:',
    '',
    ...typedLines(body?.schema ?? {}),
    ...codeBlock(exampleText(body?.example)),
  ]
}

const schemaSections = (
  names: readonly string[],
  schemas: Readonly<Record<string, JsonSchema>>,
): string[] => [
  `## ${schemaSection.title}`,
  '',
  ...names.flatMap((name) => {
    const { [name]: schema = {} } = schemas
    const { description } = schema
    return [
      `### ${name}`,
      '',
      ...(typeof description === 'string' ? [description, ''] : []),
      ...typedLines(schema),
    ]
  }),
]
