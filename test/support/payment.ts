import type { Harness } from '../harness.ts'
import { origin } from '../harness.ts'
import type { V3Body } from './transfer.ts'

/** A body that creates a hosted payment. */
export const paymentBody = (overrides: object = {}): Record<string, unknown> => ({
  tx_ref: 'shop-order-1',
  amount: 2500,
  currency: 'NGN',
  redirect_url: 'https://shop.test/paid?order=1',
  customer: { email: 'payer@example.com', name: 'Ngozi Eze', phonenumber: '08031234567' },
  ...overrides,
})

/** The link of a new hosted payment. */
export async function linkOf(t: Harness, overrides: object = {}, key?: string): Promise<string> {
  const answer = await t.post<V3Body<{ link: string }>>('/v3/payments', paymentBody(overrides), {
    'x-scenario-key': key ?? null,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data.link
}

/** The path of an address of the emulator. */
export const pathOf = (url: string): string => url.replace(origin, '')

/** The content of a page. */
export const opened = async (t: Harness, url: string): Promise<string> =>
  (await t.fetch(pathOf(url), { headers: { accept: 'text/html' } })).text()

/** Sends the form of a payer page, and returns where the payer goes next, or the refusal. */
export async function chosen(t: Harness, url: string, form: Record<string, string>): Promise<string> {
  const response = await t.fetch(pathOf(url), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return response.headers.get('location') ?? `${response.status} ${await response.text()}`
}
