import net from 'node:net'
import { percentiles } from '../lib/numbers.mjs'

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const header = /\r\ncontent-length: *(\d+)/i
const created = /"created_datetime":"([^"]+)"/g

/** A webhook endpoint that answers every POST with 200 at once, and records the times of arrival. */
export class Receiver {
  #server
  #sockets = new Set()
  #arrivals = []
  #delays = []

  /** @param {number} plannedDelayMs How long after the charge's creation an event is due; delays count from there. */
  async start(plannedDelayMs) {
    this.#server = net.createServer({ noDelay: true }, (socket) => {
      this.#sockets.add(socket)
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.latin1Slice()
        let answers = ''
        for (;;) {
          const headEnd = text.indexOf('\r\n\r\n')
          if (headEnd < 0) break
          const length = Number(header.exec(text.slice(0, headEnd))?.[1] ?? 0)
          if (text.length < headEnd + 4 + length) break
          this.#note(text.slice(headEnd + 4, headEnd + 4 + length), plannedDelayMs)
          text = text.slice(headEnd + 4 + length)
          answers += ok
        }
        if (answers !== '') socket.write(answers, 'latin1')
      })
      socket.on('error', () => {})
      socket.on('close', () => this.#sockets.delete(socket))
    })
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this.#server.address().port
  }

  #note(body, plannedDelayMs) {
    this.#arrivals.push(performance.now())
    // The charge's own date is the last one, because its customer and payment method may have dates too.
    const dates = [...body.matchAll(created)].map((match) => Date.parse(match[1]))
    if (dates.length > 0) this.#delays.push(Date.now() - Math.max(...dates) - plannedDelayMs)
  }

  /** The arrivals since the last report. */
  report() {
    const arrivals = this.#arrivals
    const delays = Float64Array.from(this.#delays)
    this.#arrivals = []
    this.#delays = []
    const seconds = arrivals.length > 1 ? (arrivals[arrivals.length - 1] - arrivals[0]) / 1000 : Number.NaN
    return { count: arrivals.length, seconds, perSecond: arrivals.length / seconds, ...percentiles(delays) }
  }

  async stop() {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
