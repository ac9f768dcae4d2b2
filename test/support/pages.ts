import { pages } from '../../src/dashboard/index.ts'
import { operations } from '../../src/operations.ts'
import { harness } from '../harness.ts'

/** Method and path of every HTML page, in Hono's notation; each once, however many handlers it has. */
export const pageRoutes: readonly { method: string; path: string }[] = [
  ...new Map(
    pages(harness().emulator, operations).routes.map(({ method, path }) => [
      `${method} ${path}`,
      { method: method.toLowerCase(), path },
    ]),
  ).values(),
]
