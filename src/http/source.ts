import { must, Refusal } from '../domain/kernel/errors.ts'
import { defaultWorld, type Emulator } from '../emulator/emulator.ts'
import type { Settings } from '../emulator/settings.ts'
import type { World } from '../emulator/world.ts'
import { type AppContext, headerOf } from './context.ts'
import { isGuarded } from './match.ts'
import type { Operation } from './operation.ts'

/**
 * Names that no page on the public net can have: they are not in its DNS. Single labels are such names, too; the names of
 * Kubernetes end in `.svc` or, in full, in `.svc.cluster.local`.
 */
const localName = /^[a-z0-9_-]+$|\.(localhost|local|internal|test|svc|home\.arpa)$/

/** What `Sec-Fetch-Site` says of requests that no page of another origin has made. */
const ownSites: readonly string[] = ['same-origin', 'none']

/** What a link, a redirect or a merchant's frame opens: the payer, or whoever sits at the browser, sees it. */
const openedPages: readonly string[] = ['document', 'iframe', 'frame']

/**
 * The world of a request's address, made on first use (where none is to be made, the default one in its place). Refuses (403), before a world is made, what a page of another site
 * has put up: images, scripts and forms of its own, and every world that is not there yet. What such a page may do is
 * lead the browser here, as merchants lead payers to their pages.
 */
export function worldOf(
  c: AppContext,
  emulator: Emulator,
  op?: Pick<Operation, 'family' | 'access' | 'method' | 'makesNoWorld'>,
): World {
  const { settings } = emulator
  const name = c.env.world ?? defaultWorld
  const site = headerOf(c, 'sec-fetch-site')
  const foreign = site !== undefined && !ownSites.includes(site)
  if (foreign && !isNavigation(c))
    throw new Refusal(
      'forbidden',
      `a page of another site has made this request (Sec-Fetch-Site: ${site.slice(0, 30)}), and such pages can do nothing here but lead the browser to a page; a proxy that passes requests of browsers on must leave that header out`,
    )
  if (op && isGuarded(op)) mustBeOwn(c, settings)
  // The default world is always there, made or not.
  if (name !== defaultWorld && !emulator.has(name))
    must(
      !foreign && !hasForeignOrigin(c, settings),
      'forbidden',
      `there is no world "${name.slice(0, 80)}" yet, and a page of another origin cannot make one; ask for it once with a client, or open this address yourself`,
    )
  return emulator.world(op?.makesNoWorld && !emulator.has(name) ? defaultWorld : name)
}

/** Whether the browser itself goes to this address, and shows what comes. */
const isNavigation = (c: AppContext): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  headerOf(c, 'sec-fetch-mode') === 'navigate' &&
  openedPages.includes(headerOf(c, 'sec-fetch-dest') ?? '')

/**
 * Keeps web pages of others away from the control interface and from what payers do: a request that a page of another
 * origin has made, and one to a name that such a page may have bound to this machine (DNS rebinding). Refuses both (403).
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

/** Whether a page of another origin says that it has made the request. */
function hasForeignOrigin(c: AppContext, settings: Settings): boolean {
  const origin = headerOf(c, 'origin')
  // What a browser says of its own accord and no page can forge; a page without a referrer has the origin "null".
  if (origin === undefined || headerOf(c, 'sec-fetch-site') === 'same-origin') return false
  return !isOwn(origin, headerOf(c, 'host') ?? new URL(c.req.raw.url).host, settings)
}

/** The name in a Host header, without port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

function isTrusted(name: string, { allowHosts, publicUrl }: Settings): boolean {
  if (/^\[[0-9a-f:.]+\]$|^\d+\.\d+\.\d+\.\d+$/.test(name) || localName.test(name)) return true
  if (publicUrl !== undefined && new URL(publicUrl).hostname === name) return true
  return allowHosts.some((allowed) =>
    allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
  )
}

/** Whether a page came from this emulator: by the name it was asked by, or by the one that payers use. */
function isOwn(origin: string, host: string, { publicUrl }: Settings): boolean {
  // The scheme may differ: a proxy in front takes https and passes http on.
  const from = URL.canParse(origin) ? new URL(origin).host : undefined
  return from !== undefined && (from === new URL(`http://${host}`).host || isPublic(from, publicUrl))
}

const isPublic = (host: string, publicUrl: string | undefined): boolean =>
  publicUrl !== undefined && new URL(publicUrl).host === host
