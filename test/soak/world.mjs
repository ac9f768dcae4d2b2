import { authorize, chargeBody, check, sender } from './client.mjs'

const modes = ['ok', 'flaky', 'hanging', 'slow']

/** The expected result of a charge with this key: its status code, and how often its event is delivered. */
const kinds = [
  { key: undefined, status: 201, deliveries: 1 },
  { key: 'issuer:insufficient_funds', status: 201, deliveries: 1 },
  { key: 'webhook:duplicate', status: 201, deliveries: 2 },
  { key: 'issuer:expired_card&webhook:delayed', status: 201, deliveries: 1 },
  { key: 'webhook:dropped', status: 201, deliveries: 0 },
  { key: 'scenario:auth_otp', status: 201, deliveries: 1, otp: true },
  { key: 'scenario:auth_3ds&payer:approves', status: 201, deliveries: 1 },
  { key: 'scenario:no_such_key', status: 400, deliveries: 0 },
  { key: 'network:503', status: 503, deliveries: 0 },
  { key: 'network:reset', status: 0, deliveries: 0 },
]

/** Creates a world and charges, advances its clock past every retry, compares what arrived, and removes the world. */
export async function useWorld(url, receiver, name, turn, totals) {
  const base = `${url}/w/${name}`
  const send = sender(base, totals)
  totals.worlds++
  await send('PUT', '/_emulator/clock', { mode: 'frozen', now: '2030-01-01T00:00:00.000Z' })
  const mode = modes[turn % modes.length]
  await send('POST', '/_emulator/webhooks/endpoints', { url: `${receiver.url}/${name}/${mode}` })
  const authorization = await authorize(base)
  let deliveries = 0
  let events = 0
  for (const [index, kind] of [...kinds, ...kinds].entries()) {
    const charge = chargeBody(100 + index, `${name}-${index}`)
    const key = kind.key ? { 'x-scenario-key': kind.key } : {}
    const answer = await send('POST', '/charges', charge, { authorization, ...key }).catch(() => ({
      status: 0,
    }))
    check(
      answer.status === kind.status,
      `${kind.key ?? 'no key'} answered ${answer.status}, not ${kind.status}`,
    )
    if (kind.otp) {
      const otp = { authorization: { type: 'otp', otp: { code: '123456' } } }
      const put = await send('PUT', `/charges/${answer.body.data.id}`, otp, { authorization })
      check(put.status === 200, `an OTP was answered with ${put.status}`)
    }
    if (kind.status === 201) events++
    deliveries += kind.deliveries
    totals.charges++
  }
  if (turn % 5 === 4) {
    // A reset in the middle of deliveries: nothing may remain, and nothing may fail.
    const advance = send('POST', '/_emulator/clock/advance', { by: '10s' })
    const reset = await send('POST', '/_emulator/reset')
    check(reset.status === 200, `a reset was answered with ${reset.status}`)
    check((await advance).status === 200, 'an advance was disturbed by a reset')
    totals.resets++
  } else {
    const advanced = await send('POST', '/_emulator/clock/advance', { by: '25h' })
    check(advanced.status === 200, `an advance was answered with ${advanced.status}`)
    const counts = receiver.take(name)
    const arrived = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const told = (await send('GET', '/_emulator/webhooks/events?limit=1')).body.total
    check(told === events, `${told} events of ${events} were recorded`)
    const list = (await send('GET', '/_emulator/webhooks/deliveries?limit=1000')).body.deliveries
    const attempts = list.flatMap((delivery) => delivery.attempts)
    const confirmed = attempts.filter(({ response }) => response?.status === 200).length
    check(confirmed === deliveries, `${confirmed} deliveries of ${deliveries} were made (${mode} receiver)`)
    // On a busy machine a confirmation can come too late: then the same event is requested once more.
    const late = attempts.filter(({ error }) => error?.includes('did not answer')).length
    check(
      arrived >= deliveries && arrived <= deliveries + late,
      `${arrived} deliveries of ${deliveries} were confirmed (${mode} receiver, ${late} too late)`,
    )
    totals.events += told
  }
  receiver.take(name)
  const ended = await fetch(`${url}/_emulator/worlds/${name}`, { method: 'DELETE' })
  check(ended.status === 200, `ending a world was answered with ${ended.status}`)
}
