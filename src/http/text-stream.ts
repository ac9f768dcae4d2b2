import type { Emulator } from '../emulator/emulator.ts'

/** About how much is written before other requests get their turn. Characters. */
const chunkLength = 65_536

/** A long text as bytes, made piece by piece as fast as the reader takes it: never more than a chunk of it is in memory. */
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
    // Nothing is made before somebody reads: the answer to HEAD costs nothing, and holds nothing.
    { highWaterMark: 0 },
  )
}
