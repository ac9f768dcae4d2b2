import type { Emulator } from '../../emulator/emulator.ts'
import type { WorldMessage } from '../../emulator/subscribers.ts'
import { version } from '../../emulator/version.ts'
import type { World } from '../../emulator/world.ts'
import { type Notice, noticeKinds, summarise, summariseRequest, toldName } from '../../wire/notice.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

/** A comment this often keeps proxies from closing a quiet stream. Milliseconds of real time. */
const heartbeatMs = 15_000

/** Messages that wait for a slow reader; later ones are left out and counted. A message has less than 1 kB. */
const maxWaiting = 1000

/** How soon a browser connects again after the stream has ended. Milliseconds. */
const reconnectMs = 500

const lines = Object.entries(noticeKinds).map(([kind, text]) => `- \`${kind}\`: ${text}.`)

const format = (notice: Notice): string => `event: ${notice.kind}\ndata: ${JSON.stringify(notice)}\n\n`

/** For the documents. */
const exampleNotice: Notice = {
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
    summary: 'Server-sent events: everything that happens in this world, as it happens',
    description: `Each message has its kind as \`event\` and a small JSON object as \`data\`: ids and a summary, never a whole resource. A comment comes every 15 s.\n\n${lines.join('\n')}`,
    responses: { 200: null },
    otherTypes: { 'text/event-stream': format(exampleNotice) },
    refusals: [429],
    handle: ({ world, emulator }) =>
      new Response(noticeStream(world, emulator.ports), {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Proxies that gather an answer before they pass it on are asked not to.
          'x-accel-buffering': 'no',
        },
      }),
  }),
]

/** The messages of a world as bytes, until the reader goes away, the world is made anew or the process stops. */
function noticeStream(
  world: World,
  ports: Pick<Emulator['ports'], 'setTimer' | 'clearTimer'>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let missed = 0
  let heartbeat: unknown
  let unsubscribe: () => void = () => undefined
  const stop = (): void => {
    ports.clearTimer(heartbeat)
    unsubscribe()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const write = (text: string): void => controller.enqueue(encoder.encode(text))
        const beat = (): void => {
          if ((controller.desiredSize ?? 0) > 0) write(': still here\n\n')
          heartbeat = ports.setTimer(beat, heartbeatMs, 'background')
        }
        unsubscribe = world.subscribe((message) => {
          const ends = message.kind === 'reset' || message.kind === 'closing'
          const notice = present(message, world)
          if (notice === undefined) return
          if ((controller.desiredSize ?? 0) <= 1 && !ends) {
            missed++
            return
          }
          if (missed > 0) write(format({ kind: 'missed', at: isoTime(world.now()), count: missed }))
          missed = 0
          write(format(notice))
          if (!ends) return
          stop()
          controller.close()
        })
        write(`retry: ${reconnectMs}\n${format(hello(world))}`)
        heartbeat = ports.setTimer(beat, heartbeatMs, 'background')
      },
      pull: (controller) => {
        if (missed === 0) return
        controller.enqueue(
          encoder.encode(format({ kind: 'missed', at: isoTime(world.now()), count: missed })),
        )
        missed = 0
      },
      cancel: stop,
    },
    { highWaterMark: maxWaiting },
  )
}

const hello = (world: World): Notice => ({
  kind: 'hello',
  at: isoTime(world.now()),
  world: world.name,
  mode: world.clockMode,
  version,
})

/** How each kind of message is told; undefined where it is not. */
const presenters: {
  [K in WorldMessage['kind']]: (
    message: Extract<WorldMessage, { kind: K }>,
    head: { kind: K; at: string },
    world: World,
  ) => Notice | undefined
} = {
  saved: ({ collection, value }, head) => {
    const summary = summarise(collection, value)
    return summary && { ...head, ...summary }
  },
  removed: (message, head) => {
    const collection = toldName(message.collection)
    return collection === undefined ? undefined : { ...head, collection, id: message.id }
  },
  request: ({ entry }, { kind }) => ({ kind, at: isoTime(entry.at), ...summariseRequest(entry) }),
  clock: (_message, head, world) => ({ ...head, mode: world.clockMode }),
  scenarios: (_message, head) => head,
  reset: (_message, head) => head,
  closing: (_message, head) => head,
}

function present(message: WorldMessage, world: World): Notice | undefined {
  const presenter = presenters[message.kind] as (
    message: WorldMessage,
    head: { kind: WorldMessage['kind']; at: string },
    world: World,
  ) => Notice | undefined
  return presenter(message, { kind: message.kind, at: isoTime(world.now()) }, world)
}
