import * as z from 'zod'
import type { Operation } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { openApi } from '../../openapi/document.ts'
import { control } from './control.ts'

const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.looseObject({})),
  webhooks: z.record(z.string(), z.looseObject({})),
})

/** Serves the description of all endpoints. `operations` is called on the first request, because this endpoint is one of them. */
export const openApiOperations = (operations: () => readonly Operation[]): Operation[] => [
  control({
    id: 'getOpenApi',
    method: 'get',
    path: '/_emulator/openapi.json',
    tag: 'Documents',
    summary: 'The OpenAPI 3.1 description of the service interface, the control interface and the webhooks',
    responses: { 200: Document },
    handle: ({ baseUrl, emulator }) => reply(200, openApi(operations(), baseUrl, emulator)),
  }),
]
