import type { ServerEvent } from '../node/serve.ts'
import { credentialLines } from './credentials.ts'
import type { Paint } from './print.ts'

type Announcements = {
  [K in ServerEvent['event']]: (event: Extract<ServerEvent, { event: K }>, paint: Paint) => string[]
}

/** The text for a terminal that replaces each line of JSON. */
const announcements = {
  ready: ({ url, https_url, dashboard, credentials, version, seed, webhook_url }, paint) => {
    const all: [string, string][] = [
      ['Base and auth address', here(url)],
      ...(https_url === undefined ? [] : [['The same over HTTPS', here(https_url)] as [string, string]]),
      ['Dashboard', here(dashboard)],
      ...credentialLines(credentials),
      [
        'Webhooks go to',
        webhook_url ?? 'no endpoint yet; use --webhook-url or "npx payment-emulator webhooks add URL"',
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
        'Press Ctrl+C to stop; all data is lost. "npx payment-emulator --help" lists options and commands.',
        'faint',
      ),
    ]
  },
  scenarios_reloaded: () => ['The scenario files were reloaded'],
  scenarios_refused: ({ problems }, paint) => [
    paint('The scenario files are invalid; the current version stays:', 'bad'),
    ...problems.map((problem) => `  ${problem}`),
  ],
  stopped: ({ requests, rejected, webhooks_delivered, webhooks_undelivered, unknown_scenarios }) => [
    `Stopped after ${requests} requests (${rejected} rejected), ${webhooks_delivered} webhooks delivered, ${webhooks_undelivered} not`,
    ...(unknown_scenarios.length > 0 ? [`Unknown scenario keys: ${unknown_scenarios.join(', ')}`] : []),
  ],
} as const satisfies Announcements

/** Replaces an unspecified address (0.0.0.0 or ::) by one that a browser on this machine can open. */
const here = (url: string): string => url.replace(/^(https?:\/\/)(0\.0\.0\.0|\[::\])/, '$1localhost')

/** Formats an event of the server for a terminal. */
export const announce = (event: ServerEvent, paint: Paint): string[] =>
  (announcements[event.event] as (event: ServerEvent, paint: Paint) => string[])(event, paint)
