/**
 * The limit for delayed answers: `node:http` and a timer for each. Arguments: the port, and the median, the p99 and the
 * longest of the delays in milliseconds. Like the emulator's journal, it tells the delay of each trace id.
 */
import { createServer } from 'node:http'
import { answerTo, tokenAnswer } from './answer.mjs'

const [port, median, p99, max] = process.argv.slice(2).map(Number)

const requests = []

/** As the scenarios of the emulator draw it: log-normal. */
function drawDelay() {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
  return Math.min(max, Math.round(median * (p99 / median) ** (normal / 2.3263478740408408)))
}

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  const send = (status, value) => {
    const answer = JSON.stringify(value)
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(answer),
    })
    response.end(answer)
  }
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (pathname.startsWith('/realms/')) return send(200, tokenAnswer)
    if (pathname === '/charges') {
      const delay = drawDelay()
      requests.push({ trace_id: request.headers['x-trace-id'], latency_ms: delay })
      return setTimeout(() => send(201, answerTo(JSON.parse(body))), delay)
    }
    const offset = Number(searchParams.get('offset'))
    send(200, { requests: requests.slice(offset, offset + Number(searchParams.get('limit'))) })
  })
}).listen(port, '127.0.0.1')
// Node writes its compile cache only on a clean exit.
process.once('SIGTERM', () => process.exit(0))
