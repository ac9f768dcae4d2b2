/** The limit of Node's own server: reads the body, parses it, answers. No validation, no routes. */
import { createServer } from 'node:http'
import { answerTo, tokenAnswer } from './answer.mjs'

const port = Number(process.argv[2] ?? 0)

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const token = request.url.startsWith('/realms/')
    const isCharge = request.method === 'POST' && !token
    const answer = JSON.stringify(
      token ? tokenAnswer : isCharge ? answerTo(JSON.parse(body)) : { status: 'ok' },
    )
    response.writeHead(isCharge ? 201 : 200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
}).listen(port, '127.0.0.1')
// Node writes its compile cache only on a clean exit.
process.once('SIGTERM', () => process.exit(0))
