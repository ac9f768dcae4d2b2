import type { ConnectOptions } from './client/options.ts'
import type { EmulatorClient } from './client/types.ts'
import { emulatorClient } from './client/world.ts'

export { EmulatorError } from './client/http.ts'
export type * from './client/options.ts'
export type * from './client/parts.ts'
export type * from './client/public-types.ts'
export type * from './client/types.ts'
export type * from './client/units.ts'

/**
 * A client for a running emulator; runs in node and in browsers. `address` is where it listens,
 * `http://localhost:4290`, with or without a world, `/w/{world}`; or a function, where that address may yet change.
 * Nothing is sent before something is asked.
 */
export function connect(
  address: string | URL | (() => string | URL),
  options: ConnectOptions = {},
): EmulatorClient {
  const parts = (): [origin: string, world: string | undefined] => {
    const text = String(typeof address === 'function' ? address() : address)
    const [, origin = '', named] = /^(.*?)(?:\/w\/([^/]+))?\/*$/s.exec(text) ?? []
    return [origin, named]
  }
  return emulatorClient(
    {
      origin: () => parts()[0],
      // Looked up at each call, so that one who replaces the global fetch later is heard, too.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      controlToken: options.controlToken,
    },
    options.world ?? parts()[1] ?? 'default',
  )
}
