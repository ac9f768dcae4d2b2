import type { Media, OpenApiOperation, OpenApiResponse, Reference } from '../../openapi/describe.ts'
import type { OpenApi } from '../../openapi/document.ts'

/** An endpoint of the description, with its method and path. */
export interface Endpoint extends OpenApiOperation {
  method: string
  path: string
}

/** The endpoints of one tag. */
export interface EndpointGroup {
  name: string
  description: string
  /** Its name in addresses: `v3-bills`. */
  slug: string
  members: readonly Endpoint[]
}

export const referenceTitle = 'Interface reference'

/** The last sections of the reference, after the groups of endpoints. */
export const webhookSection = {
  title: 'Webhooks sent',
  text: "What the emulator posts to the merchant's endpoint.",
}
export const schemaSection = { title: 'Schemas' }

/** The endpoints of a description by tag, in its order. */
export function endpointGroups({ paths, tags }: OpenApi): EndpointGroup[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Endpoint => ({ ...described, method, path })),
  )
  return tags
    .map((tag) => ({
      ...tag,
      slug: tag.name.toLowerCase().replace(/\W+/g, '-'),
      members: all.filter(({ tags }) => tags.includes(tag.name)),
    }))
    .filter(({ members }) => members.length > 0)
}

/** A response, looked up among the shared ones if it is a reference. */
export const responseOf = (
  response: OpenApiResponse | Reference,
  { responses }: OpenApi['components'],
): OpenApiResponse =>
  ('$ref' in response ? responses[response.$ref.split('/').at(-1) ?? ''] : response) ?? { description: '' }

/** The body of an endpoint or a webhook and its media type. */
export const bodyOf = ({ requestBody }: OpenApiOperation): readonly [type: string, body: Media] | undefined =>
  Object.entries(requestBody?.content ?? {})[0]

export const exampleText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)

/** A request to an endpoint as a command, with the example of its body. */
export function curlCommand(endpoint: Endpoint, baseUrl: string): string {
  const { method, path, security } = endpoint
  const lines = [`curl -X ${method.toUpperCase()} '${baseUrl}${path}'`]
  const [scheme] = Object.keys(security[0] ?? {})
  if (scheme !== undefined)
    lines.push(`-H 'Authorization: Bearer ${scheme === 'accessToken' ? '<ACCESS_TOKEN>' : '<SECRET_KEY>'}'`)
  const [type, body] = bodyOf(endpoint) ?? []
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: ${type}'`)
    if (type === 'application/x-www-form-urlencoded')
      for (const [name, value] of Object.entries(body.example as object)) lines.push(`-d '${name}=${value}'`)
    else
      lines.push(
        `${type === 'text/plain' ? '--data-binary' : '-d'} '${exampleText(body.example).replaceAll("'", "'\\''")}'`,
      )
  }
  return lines.join(' \\\n  ')
}
