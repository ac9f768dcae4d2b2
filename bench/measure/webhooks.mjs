import { call } from '../lib/http.mjs'
import { pause, start } from '../lib/process.mjs'
import { cpuMs } from '../load/cpu.mjs'

/** Default delay from a charge to its event. Milliseconds. */
const plannedDelayMs = 1000

/**
 * Deliveries per second to an endpoint that answers at once: a frozen clock collects them, and `advance` releases all.
 * Then, with a live clock under load: how late deliveries arrive.
 */
export async function measureWebhooks({ emulator, load, options, log }) {
  log(`${options.deliveries} webhooks`)
  const server = await start(emulator)
  const { port, pid } = server
  const job = { port, pid, kind: 'charge', connections: options.connections }
  try {
    const receiverPort = await load.receive(plannedDelayMs)
    const register = () =>
      call(port, 'POST', '/_emulator/webhooks/endpoints', { url: `http://127.0.0.1:${receiverPort}/hook` })
    await register()
    const burst = async () => {
      await call(port, 'PUT', '/_emulator/clock', { mode: 'frozen' })
      await load.run({ ...job, count: options.deliveries })
      const cpuBefore = cpuMs(pid)
      await call(port, 'POST', '/_emulator/clock/advance', { by: '10s' })
      const cpuUs = ((cpuMs(pid) - cpuBefore) * 1000) / options.deliveries
      const received = await load.received()
      await call(port, 'POST', '/_emulator/reset')
      await register()
      return { ...received, cpuUs }
    }
    await burst()
    const bursts = []
    for (let round = 0; round < (options.quick ? 1 : 3); round++) bursts.push(await burst())

    const delays = []
    for (const rate of options.quick ? [500] : [100, 500, 1000, 2000]) {
      log(`webhook delay at ${rate} charges a second`)
      const made = await load.run({ ...job, rate, durationMs: options.quick ? 2000 : 8000 })
      await pause(plannedDelayMs + 1000)
      const { count, p50, p99, max } = await load.received()
      delays.push({ rate, reached: made.rps, charges: made.requests, count, p50, p99, max })
      await call(port, 'POST', '/_emulator/reset')
      await register()
    }
    return { deliveries: options.deliveries, bursts, delays }
  } finally {
    await load.stopReceiving()
    await server.stop()
  }
}
