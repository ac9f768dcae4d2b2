/** What the merchants of a soak do, in the world at `base`. */

export const check = (holds, message) => {
  if (!holds) throw new Error(message)
}

/** Sends and counts one request; returns its status and body, which is undefined if it is not JSON. */
export const sender =
  (base, totals) =>
  async (method, path, body, headers = {}) => {
    totals.requests++
    const response = await fetch(base + path, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }

/** The Authorization header of a new token. */
export async function authorize(base) {
  const response = await fetch(`${base}/realms/soak/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    }),
  })
  return `Bearer ${(await response.json()).access_token}`
}

export const chargeBody = (amount, reference) => ({
  amount,
  currency: 'NGN',
  reference,
  customer_id: 'cus_adaobi0001',
  payment_method_id: 'pmd_card000001',
})
