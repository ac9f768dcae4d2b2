import type { EventType, SignatureScheme, WebhookForm } from '../../client.ts'
import { deliveryStatuses } from '../../domain/kernel/enums.ts'
import type { Command } from '../flags.ts'
import { count, json } from './input.ts'

/** Not checked here: the emulator refuses unknown types and lists the known ones. */
const eventType = (text = ''): EventType => text as EventType

const eventColumns = {
  created: 'created_datetime',
  id: 'event.id',
  type: 'event.type',
  reference: 'reference',
  deliveries: 'deliveries',
}

export const webhookCommands: Record<string, Command> = {
  'webhooks wait': {
    takes: 'EVENT',
    help: 'wait until an event, such as charge.completed, was delivered',
    flags: ['reference', 'until', 'since', 'count', 'timeout'],
    columns: eventColumns,
    run: (e, [type], { reference, until, since, count: many, timeout }) => {
      const options = { reference, until: until as 'made' | undefined, since, timeout }
      const number = count(many)
      return number === undefined
        ? e.waitForEvent(eventType(type), options)
        : e.waitForEvent(eventType(type), { ...options, count: number })
    },
  },
  'webhooks list': {
    help: 'list events, newest first',
    flags: ['type', 'reference', 'limit'],
    columns: eventColumns,
    run: (e, _, { type, reference, limit }) =>
      e.webhooks.events({
        type: type === undefined ? type : eventType(type),
        reference,
        limit: count(limit),
      }),
  },
  'webhooks send': {
    takes: 'EVENT [JSON]',
    help: 'create an event, with this payload or for the newest resource',
    flags: ['id', 'scenario'],
    run: (e, [type, data], { id, scenario }) =>
      e.webhooks.send(eventType(type), { data: data === undefined ? data : json(data), id, scenario }),
  },
  'webhooks deliveries': {
    help: 'list deliveries, newest first; --json shows every attempt',
    flags: ['status', 'limit'],
    words: { STATUS: deliveryStatuses },
    columns: {
      id: 'id',
      status: 'status',
      url: 'url',
      attempts: 'attempts.length',
      next_attempt_at: 'next_attempt_at',
    },
    run: (e, _, { status, limit }) =>
      e.webhooks.deliveries({ status: status as 'pending', limit: count(limit) }),
  },
  'webhooks redeliver': {
    takes: 'ID',
    help: 'redeliver now',
    run: (e, [id = '']) => e.webhooks.redeliver(id),
  },
  'webhooks hold': { help: 'hold deliveries that fall due', run: (e) => e.webhooks.hold() },
  'webhooks release': {
    help: 'release held deliveries in due order',
    run: async (e) => ({ released: await e.webhooks.release() }),
  },
  'webhooks endpoints': {
    help: 'list webhook endpoints',
    columns: {
      id: 'id',
      url: 'url',
      events: 'events',
      form: 'form',
      signature: 'signature',
      header: 'header',
      secret: 'secret',
    },
    run: (e) => e.webhooks.endpoints.list(),
  },
  'webhooks add': {
    takes: 'URL',
    help: 'add a webhook endpoint',
    flags: ['secret', 'events', 'form', 'signature', 'header'],
    run: (e, [url = ''], { secret, events, form, signature, header }) =>
      e.webhooks.endpoints.add({
        url,
        secret,
        events: events?.split(',').map((type) => eventType(type.trim())),
        form: form as WebhookForm | undefined,
        signature: signature as SignatureScheme | undefined,
        header,
      }),
  },
  'webhooks remove': {
    takes: '[ID]',
    help: 'remove a webhook endpoint, or all',
    run: async (e, [id]) => ({ deleted: await e.webhooks.endpoints.remove(id) }),
  },
}
