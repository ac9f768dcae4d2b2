import type { Translator } from './vocabulary.ts'

/** The address under test, and its credentials. */
export interface Target {
  /** Without a slash at the end. */
  baseUrl: string
  /** Where the v3 endpoints are, if elsewhere. */
  v3BaseUrl: string
  authUrl: string
  realm: string
  clientId: string | undefined
  clientSecret: string | undefined
  /** A second client that lacks the permission to create. */
  weakClientId: string | undefined
  weakClientSecret: string | undefined
  secretKey: string | undefined
  customerId: string | undefined
  paymentMethodId: string | undefined
  /** Base64, 256 bits: card details and PINs are encrypted with it. */
  encryptionKey: string | undefined
  /** Of a card that may be sent there. Never a real one. */
  cardNumber: string
  currency: string
  /** Translates between the words of the contract and those of the service. */
  translator: Translator
  bill: { item: string; biller: string; customer: string }
  /**
   * An emulator: its control interface may be used, its answers must match exactly, and long lists are tried in full.
   */
  emulator: boolean
  /** Tries long lists, such as all currencies, in full on a foreign address too. */
  full: boolean
}

/** The token endpoint: `--auth-url` may name the identity provider, the realm or the endpoint itself. */
export function tokenUrl({ authUrl, realm }: Pick<Target, 'authUrl' | 'realm'>): string {
  if (/\/openid-connect\/token$/.test(authUrl)) return authUrl
  const base = /\/realms\/[^/]+$/.test(authUrl) ? authUrl : `${authUrl}/realms/${realm}`
  return `${base}/protocol/openid-connect/token`
}

/** Another world of the same emulator. */
export function inWorld(target: Target, world: string): Target {
  const moved = (url: string): string => `${url.replace(/\/w\/[^/]+$/, '')}/w/${world}`
  const { baseUrl, v3BaseUrl, authUrl } = target
  return {
    ...target,
    baseUrl: moved(baseUrl),
    v3BaseUrl: moved(v3BaseUrl),
    authUrl: moved(authUrl.replace(/\/realms\/.*$/, '')),
    customerId: undefined,
    paymentMethodId: undefined,
  }
}

const sandboxWord =
  /^(test|testing|dev|develop|developer|development|staging|stage|qa|uat|mock|emulator|demo|localhost)$/
const privateAddress = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?::1\]?$|\[?f[cd][0-9a-f]{2}:)/
const localName = /\.(localhost|local|internal|test|example|invalid)$/

/** Whether an address looks like a test environment. If unsure, it does not. */
export function looksLikeSandbox(address: string): boolean {
  const { hostname, pathname } = new URL(address)
  const words = `${hostname}${pathname}`.toLowerCase().split(/[^a-z0-9]+/)
  if (words.some((word) => /^(prod|production|live)$/.test(word))) return false
  // A name without dots is a machine in a private network, such as a service container.
  if (privateAddress.test(hostname) || localName.test(hostname) || !hostname.includes('.')) return true
  return words.some((word) => word.includes('sandbox') || sandboxWord.test(word))
}
