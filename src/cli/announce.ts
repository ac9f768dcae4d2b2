import type { ServerEvent } from '../node/serve.ts'
import { credentialLines } from './credentials.ts'
import type { Paint } from './print.ts'

type Told = {
  [K in ServerEvent['event']]: (event: Extract<ServerEvent, { event: K }>, paint: Paint) => string[]
}

/** What people on a terminal read in the place of each line of JSON. */
const told = {
  ready: ({ url, dashboard, credentials, version, seed, webhook_url }, paint) => {
    const all: [string, string][] = [
      ['Base and auth address', here(url)],
      ['Dashboard', here(dashboard)],
      ...credentialLines(credentials),
      [
        'Webhooks go to',
        webhook_url ?? 'nobody yet: --webhook-url, or "npx payment-emulator webhooks add URL"',
      ],
      ['Seed', seed],
    ]
    const width = Math.max(...all.map(([name]) => name.length))
    return [
      paint(`payment-emulator ${version} is ready`, 'heading'),
      '',
      ...all.map(([name, value]) => `  ${paint(name.padEnd(width), 'name')}  ${value}`),
      '',
      paint(
        'Ctrl+C stops it; nothing is kept. "npx payment-emulator --help" has options and commands.',
        'faint',
      ),
    ]
  },
  scenarios_reloaded: () => ['The scenario files were reloaded'],
  scenarios_refused: ({ problems }, paint) => [
    paint('The scenario files do not fit; the version before stays:', 'bad'),
    ...problems.map((problem) => `  ${problem}`),
  ],
  stopped: ({ requests, rejected, webhooks_delivered, webhooks_undelivered, unknown_scenarios }) => [
    `Stopped after ${requests} requests (${rejected} rejected), ${webhooks_delivered} webhooks delivered, ${webhooks_undelivered} not`,
    ...(unknown_scenarios.length > 0 ? [`Unknown scenario keys: ${unknown_scenarios.join(', ')}`] : []),
  ],
} as const satisfies Told

/** An address that a browser on this machine can open; all addresses of a machine are none of them. */
const here = (url: string): string => url.replace(/^http:\/\/(0\.0\.0\.0|\[::\])/, 'http://localhost')

/** An event of the server as lines for people. */
export const announce = (event: ServerEvent, paint: Paint): string[] =>
  (told[event.event] as (event: ServerEvent, paint: Paint) => string[])(event, paint)
