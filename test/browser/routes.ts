import { pages } from '../../src/dashboard/index.ts'
import { operations } from '../../src/operations.ts'
import { type Shown, seedPages } from './pages.ts'
import type { Stage } from './support.ts'

/** Pages with something open on them. */
const opened: Shown[] = [
  {
    name: 'dialog',
    path: '/_emulator/ui/charges',
    act: async (page) => {
      await page.getByRole('button', { name: /^Find or do/ }).click()
      await page.getByRole('searchbox').last().fill('okafor')
      await page
        .locator('#palette')
        .getByText(/^\d+ results?$/)
        .waitFor()
    },
  },
  {
    name: 'range',
    path: '/_emulator/ui/requests?own=true&upto=5',
    act: (page) => page.getByRole('button', { name: 'From – to' }).click(),
  },
]

/** The payer's page of a hosted payment, to which only the answer to its creation links. */
async function paymentPage({ send }: Stage): Promise<Shown> {
  const answer = await send('POST', '/v3/payments', {
    ...{ tx_ref: 'shop-order-1', amount: 2500, currency: 'NGN', redirect_url: 'https://shop.test/paid' },
    customer: { email: 'payer@example.com', name: 'Ngozi Eze', phonenumber: '08031234567' },
  })
  const { data } = (await answer.json()) as { data: { link: string } }
  return { name: 'pay-link', path: new URL(data.link).pathname, isPhone: true }
}

/** Records to whose pages others link, and that the pages chosen by hand do not need. */
async function seedMore({ send }: Stage): Promise<void> {
  await send('POST', '/virtual-accounts', {
    ...{ reference: 'account-1', account_type: 'dynamic', customer_id: 'cus_adaobi0001', currency: 'NGN' },
    ...{ amount: 2500, expiry: 86_400 },
  })
}

/** How many pages are searched for links, at most. */
const mostPages = 400

/** The addresses of pages with a parameter, such as `/_emulator/ui/charges/:id`, as they are in the table of pages. */
const patternsOf = ({ emulator }: Stage): string[] => [
  ...new Set(
    pages(emulator, operations)
      .routes.filter(({ method, path }) => method === 'GET' && !/\*|\/assets\//.test(path))
      .map(({ path }) => path),
  ),
]

const isOf = (pattern: string, path: string): boolean =>
  new RegExp(`^(/w/[^/]+)?${pattern.replace(/:\w+(?:\{([^}]*)\})?/g, (_, form = '[^/]+') => form)}$`).test(
    new URL(path, 'http://localhost').pathname,
  )

/** A page, if the address is one: not a redirect, and not a document for programs. */
async function htmlOf({ url }: Stage, path: string): Promise<string | undefined> {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') && answer.status < 300
  return isPage ? answer.text() : undefined
}

/**
 * At least one page of each kind in the dashboard's table, in a world that has something to show: those that were chosen by
 * hand, and for the others one to which a page links. Throws if no page links to one.
 */
export async function everyPage(stage: Stage): Promise<Shown[]> {
  const byHand = await seedPages(stage)
  await seedMore(stage)
  const chosen = [...byHand, await paymentPage(stage), ...opened]
  const missing = new Set(patternsOf(stage))
  const found: Shown[] = []
  const seen = new Set<string>()
  const queue = [...chosen.map(({ path }) => path), ...[...missing].filter((path) => !path.includes(':'))]
  for (const { path } of chosen)
    for (const pattern of missing) if (isOf(pattern, path)) missing.delete(pattern)
  for (const path of queue) {
    if (seen.has(path) || seen.size >= mostPages) continue
    seen.add(path)
    const pattern = [...missing].find((one) => isOf(one, path))
    const html = await htmlOf(stage, path)
    if (pattern !== undefined) {
      missing.delete(pattern)
      if (html !== undefined) found.push({ name: pattern, path })
    }
    for (const [, href = ''] of html?.matchAll(/ href="([^"#]+)"/g) ?? []) {
      const { pathname, search, origin } = new URL(href.replaceAll('&amp;', '&'), stage.url + path)
      const isWanted = [...missing].some((one) => isOf(one, pathname))
      if (origin === stage.url && (isWanted || !/\?/.test(search))) queue.push(pathname + search)
    }
    if (missing.size === 0) break
  }
  if (missing.size > 0) throw new Error(`no page links to one of ${[...missing].join(', ')}`)
  return [...chosen, ...found]
}
