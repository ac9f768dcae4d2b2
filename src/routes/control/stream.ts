import * as z from 'zod'
import { WebUrl } from '../../domain/kernel/values.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { endpointDefaults } from '../../emulator/settings.ts'
import type { WorldMessage } from '../../emulator/subscribers.ts'
import { version } from '../../emulator/version.ts'
import type { World } from '../../emulator/world.ts'
import {
  type StreamEvent,
  streamEventKinds,
  streamedName,
  summarise,
  summariseRequest,
} from '../../wire/stream-event.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

/** How often a comment is sent, so that proxies do not close an idle stream. Milliseconds of real time. */
const heartbeatMs = 15_000

/** The most events buffered for a slow reader; further ones are dropped and counted. An event is less than 1 kB. */
const maxWaiting = 1000

/** The shortest time between two events of a digest, and the time after which the first one tells of a change. Milliseconds. */
const digestMs = 500
const firstMs = 20

/** How soon a browser reconnects after the stream has ended. Milliseconds. */
const reconnectMs = 500

/**
 * Where webhooks are forwarded to. A header of our own, because a page of another site cannot send it: its links and images could
 * open any address, and this changes the world.
 */
const forwardHeader = 'X-Emulator-Forward-To'

const lines = Object.entries(streamEventKinds).map(([kind, text]) => `- \`${kind}\`: ${text}.`)

const format = (event: StreamEvent): string => `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`

/** An example for the API description. */
const exampleEvent: StreamEvent = {
  kind: 'saved',
  at: '2030-01-01T00:00:00.000Z',
  collection: 'charges',
  id: 'chg_sample00000001',
}

export const streamOperations = [
  control({
    id: 'streamWorld',
    method: 'get',
    path: '/_emulator/stream',
    summary: 'Stream everything that happens in this world as server-sent events',
    description: `Each stream event has its kind as \`event\` and a small JSON object as \`data\`: ids and a summary, never a whole resource. A comment is sent every 15 s to keep the connection open.\n\n${lines.join('\n')}`,
    responses: { 200: null },
    otherTypes: { 'text/event-stream': format(exampleEvent) },
    refusals: [429],
    query: z.object({
      digest: z
        .enum(['true', 'false'])
        .default('false')
        .describe('Sends counts twice a second at most, instead of an event for each resource and request'),
    }),
    headers: {
      [forwardHeader]: WebUrl.max(2000, 'must have at most 2000 characters')
        .optional()
        .describe(
          'Adds a webhook endpoint with this address, which is removed when the stream ends; `endpoint_id` of the event `hello` is its id',
        ),
    },
    handle: ({ world, emulator, header, query: { digest } }) =>
      new Response(eventStream(world, emulator, digest === 'true', header(forwardHeader)), {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Asks proxies not to buffer the answer.
          'x-accel-buffering': 'no',
        },
      }),
  }),
]

/** The stream events of a world as bytes, until the reader disconnects, the world is reset or removed, or the process stops. */
function eventStream(
  world: World,
  emulator: Pick<Emulator, 'ports' | 'seed' | 'startedAt' | 'words'>,
  isDigest: boolean,
  forwardTo: string | undefined,
): ReadableStream<Uint8Array> {
  const { ports } = emulator
  const encoder = new TextEncoder()
  let missed = 0
  let heartbeat: unknown
  let unsubscribe: () => void = () => undefined
  let endpointId: string | undefined
  let hasBegun = false
  const digest = new Digest(ports, world)
  const stop = (): void => {
    ports.clearTimer(heartbeat)
    digest.stop()
    unsubscribe()
  }
  const cancel = (): void => {
    stop()
    // What is planned for it is dropped, because its listener is gone.
    if (endpointId !== undefined && world.state.endpoints.has(endpointId))
      world.dispatch('endpoint.remove', { id: endpointId, drop: true })
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const write = (text: string): void => controller.enqueue(encoder.encode(text))
        const beat = (): void => {
          if ((controller.desiredSize ?? 0) > 0) write(': still here\n\n')
          heartbeat = ports.setTimer(beat, heartbeatMs, 'background')
        }
        const send = (event: StreamEvent, ends: boolean): void => {
          if ((controller.desiredSize ?? 0) <= 1 && !ends) {
            missed++
            return
          }
          if (missed > 0) write(format({ kind: 'missed', at: isoTime(world.now()), count: missed }))
          missed = 0
          write(format(event))
        }
        unsubscribe = world.subscribe((message) => {
          // Its own endpoint is in the first event.
          if (!hasBegun) return
          if (isDigest && digest.counts(message, (event) => send(event, false))) return
          const ends = message.kind === 'reset' || message.kind === 'closing'
          const event = present(message, world)
          if (event === undefined) return
          send(event, ends)
          if (!ends) return
          stop()
          controller.close()
        })
        if (forwardTo !== undefined) endpointId = addEndpoint(world, emulator, forwardTo)
        write(`retry: ${reconnectMs}\n${format(hello(world, emulator, endpointId))}`)
        hasBegun = true
        heartbeat = ports.setTimer(beat, heartbeatMs, 'background')
      },
      pull: (controller) => {
        if (missed === 0) return
        controller.enqueue(
          encoder.encode(format({ kind: 'missed', at: isoTime(world.now()), count: missed })),
        )
        missed = 0
      },
      cancel,
    },
    { highWaterMark: maxWaiting },
  )
}

/** Adds a webhook endpoint that is otherwise as configured, and returns its id. */
const addEndpoint = (world: World, { words }: Pick<Emulator, 'words'>, url: string): string =>
  world.dispatch('endpoint.add', {
    url,
    events: undefined,
    headers: {},
    ...endpointDefaults(world.settings, words.vocabulary),
  }).id

const hello = (
  world: World,
  { ports, seed, startedAt }: Pick<Emulator, 'ports' | 'seed' | 'startedAt'>,
  endpointId: string | undefined,
): StreamEvent => ({
  kind: 'hello',
  at: isoTime(world.now()),
  world: world.name,
  mode: world.clockMode,
  version,
  instance: ports.instance(),
  seed,
  started_at: isoTime(startedAt),
  ...(endpointId !== undefined && { endpoint_id: endpointId }),
})

/** Counts what happens, for readers that only reload what has changed. */
class Digest {
  readonly #ports: Emulator['ports']
  readonly #world: World
  #counted: Record<string, number> = {}
  #timer: unknown
  #sentAt = 0

  constructor(ports: Emulator['ports'], world: World) {
    this.#ports = ports
    this.#world = world
  }

  /** Counts a message and passes the counts to `send` a moment later. Returns false for a message that is sent by itself. */
  counts(message: WorldMessage, send: (event: StreamEvent) => void): boolean {
    if (message.kind !== 'request' && message.kind !== 'saved' && message.kind !== 'removed') return false
    const name = message.kind === 'request' ? 'requests' : streamedName(message.collection)
    if (name === undefined) return true
    this.#counted[name] = (this.#counted[name] ?? 0) + 1
    this.#timer ??= this.#ports.setTimer(
      () => {
        const counted = this.#counted
        this.#timer = undefined
        this.#counted = {}
        this.#sentAt = this.#ports.now()
        send({ kind: 'changed', at: isoTime(this.#world.now()), ...counted })
      },
      Math.max(firstMs, this.#sentAt + digestMs - this.#ports.now()),
      'background',
    )
    return true
  }

  stop(): void {
    this.#ports.clearTimer(this.#timer)
  }
}

/** Presents each kind of message; undefined if it is not streamed. */
const presenters: {
  [K in WorldMessage['kind']]: (
    message: Extract<WorldMessage, { kind: K }>,
    head: { kind: K; at: string },
    world: World,
  ) => StreamEvent | undefined
} = {
  saved: ({ collection, value }, head) => {
    const summary = summarise(collection, value)
    return summary && { ...head, ...summary }
  },
  removed: (message, head) => {
    const collection = streamedName(message.collection)
    return collection === undefined ? undefined : { ...head, collection, id: message.id }
  },
  request: ({ entry }, { kind }) => ({ kind, at: isoTime(entry.at), ...summariseRequest(entry) }),
  clock: (_message, head, world) => ({ ...head, mode: world.clockMode }),
  scenarios: (_message, head) => head,
  reset: (_message, head) => head,
  closing: (_message, head) => head,
}

function present(message: WorldMessage, world: World): StreamEvent | undefined {
  const presenter = presenters[message.kind] as (
    message: WorldMessage,
    head: { kind: WorldMessage['kind']; at: string },
    world: World,
  ) => StreamEvent | undefined
  return presenter(message, { kind: message.kind, at: isoTime(world.now()) }, world)
}
