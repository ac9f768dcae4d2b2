import { createServer } from 'node:net'

/**
 * A port for a program that must be told one. It lies below those that a system gives to connections of its own accord:
 * one of them, free now, may be somebody's a moment later.
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
