import { authorize, chargeBody, check, sender } from './client.mjs'

/** How an endpoint of the live world misbehaves before it recovers. */
const illnesses = ['ok', 'error', 'hang', 'refuse']

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * One world in real time, under load until `end`: its endpoint fails and recovers, and every few seconds the world is
 * reset, sometimes in the middle of deliveries. Between two resets each event must arrive as often as requested, and the
 * journal must stay within its limit.
 */
export async function liveWorld(url, receiver, end, totals) {
  const base = `${url}/w/soak-live`
  const ask = sender(base, totals)
  const send = async (method, path, ...rest) => {
    const { status, body } = await ask(method, path, ...rest)
    check(status < 500, `${method} ${path} was answered with ${status}`)
    check(body !== undefined, `${method} ${path} was answered with no JSON`)
    return body
  }
  for (let turn = 0; Date.now() < end; turn++) {
    const name = `live-${turn}`
    await send('POST', '/_emulator/webhooks/endpoints', { url: `${receiver.url}/${name}/ill` })
    receiver.behave(name, illnesses[turn % illnesses.length])
    const authorization = await authorize(base)
    const expected = new Map()
    const load = async (from, count) => {
      for (let n = from; n < from + count; n++) {
        const copies = n % 10 === 0 ? 2 : 1
        const key = copies === 2 ? 'webhook:immediate&webhook:duplicate' : 'webhook:immediate'
        const headers = { authorization, 'x-scenario-key': key }
        const { data } = await send('POST', '/charges', chargeBody(1 + n, `${name}-${n}`), headers)
        expected.set(data.reference, copies)
        totals.charges++
      }
    }
    const loads = [0, 1000, 2000, 3000].map((from) => load(from, 150))
    await sleep(700)
    receiver.behave(name, 'ok')
    await Promise.all(loads)
    if (turn % 4 !== 3) await settled(send, receiver, name, expected, totals)
    const { total } = await send('GET', '/_emulator/requests?limit=1')
    check(total <= 500, `the journal of 500 holds ${total}`)
    await send('POST', '/_emulator/reset')
    totals.resets++
    receiver.take(name)
  }
}

/** Waits until nothing is pending, and compares the confirmed events with the requested ones. */
async function settled(send, receiver, name, expected, totals) {
  const late = Date.now() + 15_000
  for (;;) {
    const { total } = await send('GET', '/_emulator/webhooks/deliveries?status=pending&limit=1')
    if (total === 0) break
    check(Date.now() < late, `${total} deliveries are pending 15 s after the receiver has recovered`)
    await sleep(100)
  }
  const { deliveries } = await send('GET', '/_emulator/webhooks/deliveries?limit=1000')
  const planned = [...expected.values()].reduce((sum, copies) => sum + copies, 0)
  check(deliveries.length === planned, `${deliveries.length} deliveries of ${planned} were planned`)
  const arrived = receiver.take(name)
  const byEvent = new Map()
  for (const delivery of deliveries)
    byEvent.set(delivery.event_id, [...(byEvent.get(delivery.event_id) ?? []), delivery])
  for (const [id, copies] of byEvent) {
    const attempts = copies.flatMap((delivery) => delivery.attempts)
    const confirmed = attempts.filter(({ response }) => response?.status === 200).length
    // On a busy machine a confirmation can come too late: then the same event is requested once more.
    const late = attempts.filter(({ error }) => error?.includes('did not answer')).length
    const got = arrived.get(id) ?? 0
    check(confirmed === copies.length, `${id} was delivered ${confirmed} times, not ${copies.length}`)
    check(got >= confirmed && got <= confirmed + late, `${id} was confirmed ${got} times, not ${confirmed}`)
  }
  check(byEvent.size === expected.size, `${byEvent.size} events of ${expected.size} were recorded`)
  totals.events += expected.size
}
