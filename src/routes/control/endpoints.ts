import * as z from 'zod'
import { signatureSchemes, webhookForms } from '../../domain/kernel/enums.ts'
import { invalidField } from '../../domain/kernel/errors.ts'
import { WebUrl } from '../../domain/kernel/values.ts'
import { eventTypeNames } from '../../domain/webhook/event-types.ts'
import { deliveryHeader, deliveryHeaders, secretProblem } from '../../domain/webhook/events.ts'
import { formProblem, formSignatures } from '../../domain/webhook/forms.ts'
import { endpointDefaults } from '../../emulator/settings.ts'
import { reply } from '../../http/reply.ts'
import { presentEndpoint, WireEndpoint } from '../../wire/control.ts'
import { control } from './control.ts'

const AddEndpoint = z.strictObject({
  url: WebUrl.max(2000, 'must have at most 2000 characters'),
  secret: z.string().min(1).max(500).optional().describe('Signing secret; defaults to the configured one'),
  events: z
    .array(z.enum(eventTypeNames))
    .min(1)
    .optional()
    .describe('Event types to send; by default all that the form has'),
  form: z
    .enum(webhookForms)
    .optional()
    .describe(
      'Form of the bodies: that of the charge interface, or that of v3, which has charges and transfers only; defaults to the configured one',
    ),
  signature: z
    .enum(signatureSchemes)
    .optional()
    .describe(
      `Defaults to the configured one, else to ${formSignatures.charge} for form charge and ${formSignatures.v3} for form v3`,
    ),
  header: deliveryHeader().optional().describe('Name of the signature header'),
  headers: deliveryHeaders().optional().describe('Extra headers sent with each delivery'),
})

const Endpoints = z.strictObject({
  endpoints: z.array(WireEndpoint),
  defaults: WireEndpoint.pick({ form: true, secret: true, signature: true, header: true }).describe(
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
    handle: ({ world: { state, settings }, emulator: { words } }) =>
      reply(200, {
        endpoints: Array.from(state.endpoints, presentEndpoint),
        defaults: endpointDefaults(settings, words.vocabulary),
      }),
  }),
  control({
    id: 'createEndpoint',
    method: 'post',
    path: '/_emulator/webhooks/endpoints',
    summary: 'Add a webhook endpoint',
    body: AddEndpoint,
    responses: { 201: WireEndpoint },
    handle: ({ world, emulator: { words }, body }) => {
      const { url, events, headers = {}, ...own } = body
      const defaults = endpointDefaults(world.settings, words.vocabulary, own.form)
      const secret = own.secret ?? defaults.secret
      const signature = own.signature ?? defaults.signature
      const wrongSecret = secretProblem(signature, secret)
      if (wrongSecret) throw invalidField('secret', wrongSecret)
      const wrongEvents = formProblem(defaults.form, events)
      if (wrongEvents) throw invalidField('events', wrongEvents)
      const endpoint = world.dispatch('endpoint.add', {
        url,
        secret,
        events,
        form: defaults.form,
        signature,
        header: own.header ?? defaults.header,
        headers,
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
