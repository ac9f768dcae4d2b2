import { once } from 'node:events'
import { residentBytes } from './process.mjs'

/** The memory of a server that was started with `gcProbe`, after a garbage collection. */
export async function liveMemory(server) {
  const answer = once(server.child, 'message')
  server.child.send('memory')
  const [{ memory }] = await answer
  // Stored values also use array buffers and other memory outside of the heap.
  return { bytes: memory.heapUsed + memory.external, residentBytes: residentBytes(server.pid) }
}
