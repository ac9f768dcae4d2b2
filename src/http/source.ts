import { Refusal } from '../domain/errors.ts'
import type { Settings } from '../settings.ts'
import { type AppContext, headerOf } from './context.ts'

/** Names that no page on the public net can have: they are not in its DNS. Single labels are such names, too. */
const localName = /^[a-z0-9_-]+$|\.(localhost|local|internal|test|svc|svc\.[a-z0-9.-]+|home\.arpa)$/

/**
 * Keeps web pages of others away from the control interface and from what payers do: a request that a page of another
 * origin has made, and one to a name that such a page may have bound to this machine (DNS rebinding). Refuses both (403).
 */
export function mustBeOwn(c: AppContext, settings: Settings): void {
  const host = headerOf(c, 'host')
  if (host !== undefined && !isTrusted(nameOf(host), settings))
    throw new Refusal(
      'forbidden',
      `the host "${host.slice(0, 100)}" is not known here; use an address, localhost or a local name, or start with --allow-hosts ${nameOf(host).slice(0, 100)}`,
    )
  // What a browser says of its own accord and no page can forge; a page without a referrer has the origin "null".
  if (headerOf(c, 'sec-fetch-site') === 'same-origin') return
  const origin = headerOf(c, 'origin')
  if (origin !== undefined && !isOwn(origin, host ?? new URL(c.req.raw.url).host, settings))
    throw new Refusal(
      'forbidden',
      `pages of the origin "${origin.slice(0, 100)}" can do nothing here; use the emulator's own pages, or a client that sends no Origin`,
    )
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
