import { createServer } from 'node:net'

/**
 * A free port for a program that cannot choose one. It is below the range of ephemeral ports, which another connection could
 * take at any moment.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}
