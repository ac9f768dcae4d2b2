import { must, Refusal } from '../domain/kernel/errors.ts'
import { defaultWorld, type Emulator } from '../emulator/emulator.ts'
import type { Settings } from '../emulator/settings.ts'
import type { World } from '../emulator/world.ts'
import { type AppContext, headerOf } from './context.ts'
import { isGuarded } from './match.ts'
import type { Operation } from './operation.ts'

/**
 * Names that no page on the public internet can have, because they are not in public DNS. That includes single labels;
 * names of Kubernetes end in `.svc` or `.svc.cluster.local`.
 */
const localName = /^[a-z0-9_-]+$|\.(localhost|local|internal|test|svc|home\.arpa)$/

/** Values of `Sec-Fetch-Site` for requests that no page of another origin sent. */
const ownSites: readonly string[] = ['same-origin', 'none']

/** What links, redirects and frames of a merchant open: the user sees it. */
const openedPages: readonly string[] = ['document', 'iframe', 'frame']

/**
 * The world of a request's address, created on first use; if the operation creates none, the default world instead.
 * Refuses (403), before a world is created, requests that a page of another site sends: its images, scripts and forms,
 * and any request to a world that does not exist yet. Such a page may only navigate the browser here, as merchants send
 * payers to their pages.
 */
export function worldOf(
  c: AppContext,
  emulator: Emulator,
  op?: Pick<Operation, 'family' | 'access' | 'method' | 'createsNoWorld'>,
): World {
  const { settings } = emulator
  const name = c.env.world ?? defaultWorld
  const site = headerOf(c, 'sec-fetch-site')
  const foreign = site !== undefined && !ownSites.includes(site)
  if (foreign && !isNavigation(c))
    throw new Refusal(
      'forbidden',
      `this request comes from a page of another site (Sec-Fetch-Site: ${site.slice(0, 30)}), and such pages can only navigate the browser here; a proxy that forwards requests of browsers must remove that header`,
    )
  if (op && isGuarded(op)) mustBeOwn(c, settings)
  // The default world always exists, even before it is created.
  if (name !== defaultWorld && !emulator.has(name))
    must(
      !foreign && !hasForeignOrigin(c, settings),
      'forbidden',
      `world "${name.slice(0, 80)}" does not exist, and a page of another origin cannot create it; send one request to it with a client, or open this address yourself`,
    )
  return emulator.world(op?.createsNoWorld && !emulator.has(name) ? defaultWorld : name)
}

/** Whether the browser navigates to this address and shows the answer. */
const isNavigation = (c: AppContext): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  headerOf(c, 'sec-fetch-mode') === 'navigate' &&
  openedPages.includes(headerOf(c, 'sec-fetch-dest') ?? '')

/**
 * Protects the control interface and the actions of payers from other web pages. Refuses (403) requests that a page of
 * another origin sends, and those to a host name that such a page may have bound to this machine (DNS rebinding).
 */
function mustBeOwn(c: AppContext, settings: Settings): void {
  const host = headerOf(c, 'host')
  if (host !== undefined && !isTrusted(nameOf(host), settings))
    throw new Refusal(
      'forbidden',
      `the host "${host.slice(0, 100)}" is not allowed; use an address, localhost or a local name, or start with --allow-hosts ${nameOf(host).slice(0, 100)}`,
    )
  if (hasForeignOrigin(c, settings))
    throw new Refusal(
      'forbidden',
      `pages of the origin "${headerOf(c, 'origin')?.slice(0, 100)}" can do nothing here; use the emulator's own pages, or a client that sends no Origin`,
    )
}

/** Whether the request says that a page of another origin sent it. */
function hasForeignOrigin(c: AppContext, settings: Settings): boolean {
  const origin = headerOf(c, 'origin')
  // Browsers set this header themselves, and no page can forge it; a page without a referrer has the origin "null".
  if (origin === undefined || headerOf(c, 'sec-fetch-site') === 'same-origin') return false
  return !isOwn(origin, headerOf(c, 'host') ?? new URL(c.req.raw.url).host, settings)
}

/** The name in a Host header, without the port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

function isTrusted(name: string, { allowHosts, publicUrl }: Settings): boolean {
  if (/^\[[0-9a-f:.]+\]$|^\d+\.\d+\.\d+\.\d+$/.test(name) || localName.test(name)) return true
  if (publicUrl !== undefined && new URL(publicUrl).hostname === name) return true
  return allowHosts.some((allowed) =>
    allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
  )
}

/** Whether a page came from this emulator: from the host of this request, or from that of `--public-url`. */
function isOwn(origin: string, host: string, { publicUrl }: Settings): boolean {
  // The scheme may differ: a proxy may accept https and forward http.
  const from = URL.canParse(origin) ? new URL(origin).host : undefined
  return from !== undefined && (from === new URL(`http://${host}`).host || isPublic(from, publicUrl))
}

const isPublic = (host: string, publicUrl: string | undefined): boolean =>
  publicUrl !== undefined && new URL(publicUrl).host === host
