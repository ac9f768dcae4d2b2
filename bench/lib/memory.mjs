import { once } from 'node:events'
import { residentBytes } from './process.mjs'

/** What a server that was started with `gcProbe` holds after a garbage collection. */
export async function liveMemory(server) {
  const answer = once(server.child, 'message')
  server.child.send('memory')
  const [{ memory }] = await answer
  // Array buffers and other memory outside of the heap belong to what is stored too.
  return { bytes: memory.heapUsed + memory.external, residentBytes: residentBytes(server.pid) }
}
