import { z } from 'zod'
import { signatureSchemes } from '../../domain/kernel/enums.ts'
import { invalidField } from '../../domain/kernel/errors.ts'
import { WebUrl } from '../../domain/kernel/values.ts'
import { eventTypeNames } from '../../domain/webhook/event-types.ts'
import { deliveryHeader, deliveryHeaders, secretProblem } from '../../domain/webhook/events.ts'
import { reply } from '../../http/reply.ts'
import { presentEndpoint, WireEndpoint } from '../../wire/control.ts'
import { control } from './control.ts'

const AddEndpoint = z.strictObject({
  url: WebUrl.max(2000, 'must have at most 2000 characters'),
  secret: z.string().min(1).max(500).optional().describe('Signing secret; defaults to the configured one'),
  events: z.array(z.enum(eventTypeNames)).min(1).optional().describe('Event types to send; all by default'),
  signature: z.enum(signatureSchemes).optional(),
  header: deliveryHeader().optional().describe('Name of the signature header'),
  headers: deliveryHeaders().optional().describe('Extra headers sent with each delivery'),
})

const Endpoints = z.strictObject({
  endpoints: z.array(WireEndpoint),
  defaults: WireEndpoint.pick({ secret: true, signature: true, header: true }).describe(
    'Defaults for endpoints added without these fields, and for callback_url',
  ),
})

const Deleted = z.strictObject({ deleted: z.int() })

export const endpointOperations = [
  control({
    id: 'listEndpoints',
    method: 'get',
    path: '/_emulator/webhooks/endpoints',
    summary: 'List webhook endpoints and how their deliveries are signed',
    responses: { 200: Endpoints },
    handle: ({ world: { state, settings } }) =>
      reply(200, {
        endpoints: Array.from(state.endpoints, presentEndpoint),
        defaults: {
          secret: settings.webhookSecret,
          signature: settings.webhookSignature,
          header: settings.webhookHeader,
        },
      }),
  }),
  control({
    id: 'createEndpoint',
    method: 'post',
    path: '/_emulator/webhooks/endpoints',
    summary: 'Add a webhook endpoint',
    body: AddEndpoint,
    responses: { 201: WireEndpoint },
    handle: ({ world, body }) => {
      const { settings } = world
      const secret = body.secret ?? settings.webhookSecret
      const signature = body.signature ?? settings.webhookSignature
      const problem = secretProblem(signature, secret)
      if (problem) throw invalidField('secret', problem)
      const endpoint = world.dispatch('endpoint.add', {
        url: body.url,
        secret,
        events: body.events,
        signature,
        header: body.header ?? settings.webhookHeader,
        headers: body.headers ?? {},
      })
      return reply(201, presentEndpoint(endpoint))
    },
  }),
  control({
    id: 'deleteEndpoints',
    method: 'delete',
    path: '/_emulator/webhooks/endpoints',
    summary: 'Remove every webhook endpoint',
    responses: { 200: Deleted },
    handle: ({ world }) => reply(200, { deleted: world.dispatch('endpoint.remove', { id: undefined }) }),
  }),
  control({
    id: 'deleteEndpoint',
    method: 'delete',
    path: '/_emulator/webhooks/endpoints/:id',
    summary: 'Remove a webhook endpoint',
    responses: { 200: Deleted },
    refusals: [404],
    handle: ({ world, param }) =>
      reply(200, { deleted: world.dispatch('endpoint.remove', { id: param('id') }) }),
  }),
]
