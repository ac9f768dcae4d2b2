import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { createApp } from '../../src/app.ts'
import { Emulator } from '../../src/emulator/emulator.ts'
import { defaultSettings, type Settings } from '../../src/emulator/settings.ts'
import { listen } from '../../src/node/listen.ts'
import { nodePorts } from '../../src/node/ports.ts'
import { executablePath } from './executable.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The merchant: a page to return to, and a webhook endpoint. */
export interface Merchant {
  url: string
  received: { headers: Record<string, unknown>; body: string }[]
  /** The status of its answers to webhooks. */
  status: number
}

/** A listening emulator, a merchant and a browser. */
export interface Stage {
  emulator: Emulator
  url: string
  merchant: Merchant
  /** A page in a separate context; errors on it fail the test at its end. */
  open(path: string, options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /** Sends a request as the merchant's server does; returns the body of the answer. */
  charge(overrides?: object, key?: string): Promise<{ id: string; reference: string }>
  /** Replaces the emulator by an empty one with the seed `another`, at the same address. */
  restart(): Promise<void>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

/** Describes tests in a browser. */
export function inBrowser(
  name: string,
  tests: (stage: Stage) => void,
  settings: Partial<Settings> = {},
): void {
  describe(name, () => {
    const stage = {} as Stage
    const closing: (() => unknown)[] = []
    beforeAll(async () => {
      Object.assign(stage, await setUp(settings, closing))
    })
    afterAll(async () => {
      for (const close of closing.reverse()) await close()
    })
    tests(stage)
  })
}

async function setUp(settings: Partial<Settings>, closing: (() => unknown)[]): Promise<Stage> {
  const merchant = await startMerchant(closing)
  const { fragments, fixtures } = inject('builtIn')
  const create = (seed: string) =>
    new Emulator(
      nodePorts(),
      { ...defaultSettings, seed, webhookUrl: `${merchant.url}/hook`, ...settings },
      fixtures,
      fragments,
      async () => ({ fragments, problems: [] }),
    )
  const emulator = create('browser')
  const serve = (one: Emulator, port: number) => listen(createApp(one), { host: '127.0.0.1', port })
  const { server, url, port } = await serve(emulator, 0)
  closing.push(() => closeServer(server))
  const browser = await chromium.launch({ executablePath, args })
  closing.push(() => browser.close())
  const token = tokens(url, emulator)
  const send: Stage['send'] = async (method, path, body, headers = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(/_emulator/.test(path)
          ? {}
          : { authorization: `Bearer ${/v3/.test(path) ? 'sk_sandbox' : await token(path)}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  let number = 0
  return {
    emulator,
    url,
    merchant,
    send,
    restart: async () => {
      await closeServer(server)
      const next = await serve(create('another'), port)
      closing.push(() => closeServer(next.server))
    },
    charge: async (overrides = {}, key) => {
      const body = {
        amount: 1500,
        currency: 'NGN',
        reference: `order-2041-${String(++number).padStart(3, '0')}`,
        customer_id: 'cus_adaobi0001',
        payment_method_id: 'pmd_card000001',
        redirect_url: `${merchant.url}/thanks`,
        ...overrides,
      }
      const answer = await send('POST', '/charges', body, key === undefined ? {} : { 'x-scenario-key': key })
      const { data } = (await answer.json()) as { data: { id: string; reference: string } }
      return data
    },
    open: async (path, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
      context.setDefaultTimeout(10_000)
      const page = await context.newPage()
      closing.push(() => context.close().catch(() => undefined))
      await page.goto(/^https?:/.test(path) ? path : url + path)
      return page
    },
  }
}

/** Gets an access token for the world of a path and reuses it until it expires or the world is reset. */
function tokens(url: string, emulator: Emulator): (path: string) => Promise<string> {
  const known = new Map<string, string>()
  return async (path) => {
    const [prefix = '', name = 'default'] = /^\/w\/([^/]+)/.exec(path) ?? []
    const world = emulator.world(name)
    const last = known.get(name)
    const expiresAt = world.state.tokens.get(last ?? '')?.expiresAt ?? 0
    if (last === undefined || expiresAt <= world.now()) {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'sandbox-client',
        client_secret: 'sandbox-secret',
      })
      const address = `${url}${prefix}/realms/test/protocol/openid-connect/token`
      const answer = await fetch(address, { method: 'POST', body: form })
      const token = ((await answer.json()) as { access_token: string }).access_token
      known.set(name, token)
      return token
    }
    return last
  }
}

async function startMerchant(closing: (() => unknown)[]): Promise<Merchant> {
  const merchant: Merchant = { url: '', received: [], status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method === 'POST') {
      merchant.received.push({ headers: request.headers, body })
      response.writeHead(merchant.status).end('noted')
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Thank you</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => closeServer(server))
  merchant.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return merchant
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Collects the errors of a page's scripts and violations of its content security policy. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return errors
}
