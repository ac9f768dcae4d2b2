import { createServer } from 'node:http'

/**
 * A merchant's webhook endpoint. The last segment of its URL sets its behaviour: `ok`, `flaky` (every event fails once),
 * `hanging` (the first attempt of every event gets no answer), `slow`, `ill` (as last set). Counts the events that it
 * confirmed.
 */
export async function startReceiver() {
  const confirmed = new Map()
  const seen = new Set()
  const behaviour = new Map()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const [, world, mode] = request.url.split('/')
      const { webhook_id: id } = JSON.parse(body)
      const first = !seen.has(id)
      seen.add(id)
      if (first && mode === 'hanging') return
      if (first && mode === 'flaky') {
        response.writeHead(500).end()
        return
      }
      const ill = mode === 'ill' ? behaviour.get(world) : 'ok'
      if (ill === 'hang') return
      if (ill === 'refuse') {
        request.socket.resetAndDestroy()
        return
      }
      if (ill === 'error') {
        response.writeHead(503).end()
        return
      }
      const counts = confirmed.get(world) ?? new Map()
      counts.set(id, (counts.get(id) ?? 0) + 1)
      confirmed.set(world, counts)
      setTimeout(() => response.writeHead(200).end('ok'), mode === 'slow' ? 20 : 0)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Sets what an `ill` endpoint does from now on: ok, error, hang or refuse. */
    behave: (world, how) => behaviour.set(world, how),
    /** Returns how often each event of a world was confirmed, and clears the counts. */
    take: (world) => {
      const counts = confirmed.get(world) ?? new Map()
      confirmed.delete(world)
      behaviour.delete(world)
      for (const id of counts.keys()) seen.delete(id)
      return counts
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
