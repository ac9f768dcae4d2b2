import type { Emulator } from '../emulator/emulator.ts'

/** Approximate size of a chunk; after each, other requests are served. Characters. */
const chunkLength = 65_536

/** A long text as bytes, created piece by piece as fast as it is read: at most one chunk is in memory. */
export function textStream(
  pieces: Iterator<string, undefined>,
  { yieldToEventLoop }: Pick<Emulator['ports'], 'yieldToEventLoop'>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await yieldToEventLoop()
        let text = ''
        let next = pieces.next()
        for (; next.done !== true; next = pieces.next()) {
          text += next.value
          if (text.length >= chunkLength) break
        }
        if (text !== '') controller.enqueue(encoder.encode(text))
        if (next.done === true) controller.close()
      },
      cancel: () => void pieces.return?.(),
    },
    // Nothing is created before it is read, so the answer to HEAD costs nothing.
    { highWaterMark: 0 },
  )
}
