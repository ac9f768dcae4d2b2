import type { ConnectOptions } from './client-options.ts'
import type { EmulatorClient } from './client-types.ts'
import { emulatorClient } from './client-world.ts'

export { EmulatorError } from './client-http.ts'
export type * from './client-options.ts'
export type * from './client-parts.ts'
export type * from './client-types.ts'
export type * from './public-types.ts'

/**
 * A client for a running emulator; runs in node and in browsers. `address` is where it listens,
 * `http://localhost:4290`, with or without a world, `/w/{world}`. Nothing is sent before something is asked.
 */
export function connect(address: string | URL, options: ConnectOptions = {}): EmulatorClient {
  const [, origin = '', named] = /^(.*?)(?:\/w\/([^/]+))?\/*$/s.exec(String(address)) ?? []
  return emulatorClient(
    {
      origin: () => origin,
      // Looked up at each call, so that one who replaces the global fetch later is heard, too.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      controlToken: options.controlToken,
    },
    options.world ?? named ?? 'default',
  )
}
