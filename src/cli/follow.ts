import { answer, refused } from '../client/http.ts'
import type { EmulatorClient } from '../client.ts'
import type { StreamEvent } from '../wire/stream-event.ts'
import type { Live } from './flags.ts'

/** How long to wait before the stream is opened again; doubled after each failure. Milliseconds. */
const firstWaitMs = 250
const longestWaitMs = 4000

/**
 * Calls `handle` with each event of a world's stream until the command is stopped. A stream that ends is opened again, which
 * is reported on standard error. Rejects with an EmulatorError if the first attempt fails, and if a later one is refused.
 */
export async function follow(
  emulator: EmulatorClient,
  live: Live,
  headers: Record<string, string>,
  handle: (event: StreamEvent) => unknown,
): Promise<void> {
  const signal = live.stopped()
  let wait = firstWaitMs
  let isFirst = true
  let isLost = false
  while (!signal.aborted) {
    try {
      for await (const event of events(emulator, live, headers, signal)) {
        if (isLost) live.error(`payment-emulator: connected again to ${emulator.url}`)
        isFirst = isLost = false
        wait = firstWaitMs
        await handle(event)
      }
    } catch (error) {
      if (signal.aborted) return
      // An answer that refuses the stream will not change.
      if (isFirst || (error as { status?: number }).status !== undefined) throw error
    }
    if (signal.aborted) return
    if (!isLost) live.error(`payment-emulator: the connection to ${emulator.url} has ended; trying again`)
    isLost = true
    await pause(wait, signal)
    wait = Math.min(wait * 2, longestWaitMs)
  }
}

/** The events of one connection. */
async function* events(
  emulator: EmulatorClient,
  { controlToken }: Pick<Live, 'controlToken'>,
  headers: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const address = `${emulator.url}/_emulator/stream`
  const init = {
    headers: controlToken === undefined ? headers : { ...headers, authorization: `Bearer ${controlToken}` },
    signal,
  }
  const response = await answer(fetch, address, init)
  if (!response.ok || response.body === null)
    throw refused(response.status, address, init, await response.text())
  let text = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield JSON.parse(data) as StreamEvent
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
