import type { EventType } from '../../client.ts'
import { ConfigError } from '../../config/config.ts'
import { eventTypeNames } from '../../domain/webhook/event-types.ts'
import type { Command } from '../flags.ts'
import { follow } from '../follow.ts'
import { StreamLines } from '../stream-lines.ts'
import { json } from './input.ts'

/** The commands that show in a terminal what happens, and make it happen. */
export const streamCommands: Record<string, Command> = {
  tail: {
    help: 'print what happens in the world, as it happens, until Ctrl+C',
    run: async (e, _, flags, _environment, live) => {
      const lines = new StreamLines(live.paint)
      await follow(e, live, {}, (event) => {
        const line = flags.json ? JSON.stringify(event) : lines.line(event)
        if (line !== undefined) live.out(line)
      })
    },
  },
  trigger: {
    takes: 'EVENT',
    help: 'create an event for the newest resource, or as the flags say, and deliver it',
    flags: ['reference', 'id', 'data', 'scenario'],
    about: { reference: 'reference of the resource that the event is about' },
    words: { EVENT: eventTypeNames },
    run: (e, [type], { reference, id, data, scenario }) =>
      e.webhooks.send(type as EventType, {
        reference,
        id,
        data: data === undefined ? data : json(data),
        scenario,
      }),
  },
  listen: {
    help: 'deliver the webhooks of the world to a further address, until Ctrl+C',
    flags: ['forward-to'],
    run: async (e, _, flags, _environment, live) => {
      const url = addressOf(flags['forward-to'])
      const lines = new StreamLines(live.paint)
      let endpointId: unknown
      await follow(e, live, { 'x-emulator-forward-to': url }, async (event) => {
        if (event.kind === 'hello') {
          endpointId = event['endpoint_id']
          const endpoint = (await e.webhooks.endpoints.list()).find(({ id }) => id === endpointId)
          if (endpoint === undefined) return
          const { secret, signature, header, form } = endpoint
          live.out(
            flags.json
              ? JSON.stringify({ ...event, secret, signature, header, form, forward_to: url })
              : `webhooks of world "${e.name}" go to ${url} too, signed by ${signature} in ${header} with the secret ${secret}`,
          )
          return
        }
        // Names of events are remembered even if they are not printed.
        const line = lines.line(event)
        const isOwn = event.collection === 'deliveries' && event['endpoint_id'] === endpointId
        if (!isOwn && event.kind !== 'reset' && event.kind !== 'closing' && event.kind !== 'missed') return
        if (line !== undefined) live.out(flags.json ? JSON.stringify(event) : line)
      })
    },
  },
}

function addressOf(url: string | undefined): string {
  if (url === undefined)
    throw new ConfigError('--forward-to is missing; use: payment-emulator listen --forward-to URL')
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ConfigError(`--forward-to is "${url}", but must be an http or https URL`)
  return url
}
