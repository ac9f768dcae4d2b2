import type { ConnectOptions } from './client/options.ts'
import type { EmulatorClient } from './client/types.ts'
import { emulatorClient } from './client/world.ts'

export type * from './client/collections.ts'
export { EmulatorError } from './client/http.ts'
export type * from './client/options.ts'
export type * from './client/parts.ts'
export type * from './client/public-types.ts'
export type { Sessions } from './client/sessions.ts'
export type * from './client/types.ts'
export type * from './client/units.ts'
export type * from './client/webhook-parts.ts'

/**
 * Creates a client for a running emulator. Works in node and in browsers. `address` is where the emulator listens, such as
 * `http://localhost:4290`, optionally followed by a world, `/w/{world}`; pass a function if the address may change later.
 * Connecting sends no request and never throws, and there is nothing to close. Methods reject with an EmulatorError if the
 * emulator refuses or does not answer.
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
      // Looked up at each call, so that a global fetch that is replaced later takes effect.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      controlToken: options.controlToken,
    },
    options.world ?? parts()[1] ?? 'default',
  )
}
