// Fills Node's compile cache (NODE_COMPILE_CACHE) for the container: starts the server, sends the first
// requests of a typical test, and stops it. The cache then contains the functions that were called, and not only the
// outermost ones. Runs while the image is built, with the user and the flags of the container.
//
// usage: node warm.mjs PATH/TO/main.js

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const main = process.argv[2]
const run = (args, env = {}) =>
  spawn(process.execPath, [...process.execArgv, main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

async function exitsCleanly(child, what) {
  const [code, signal] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) throw new Error(`${what} ended with ${signal ?? code}`)
}

const server = run(['--port', '0', '--host', '127.0.0.1'])
const [readyLine] = await once(createInterface(server.stdout), 'line')
const port = /http:\/\/[^\s"]*:(\d+)/.exec(readyLine)?.[1] ?? JSON.parse(readyLine).port
const base = `http://127.0.0.1:${port}`

async function ask(path, init, status) {
  const response = await fetch(base + path, init)
  const body = await response.text()
  if (response.status !== status) throw new Error(`${path} answered ${response.status}: ${body}`)
  return body
}

await ask('/_emulator/health', {}, 200)
const token = await ask(
  '/realms/test/protocol/openid-connect/token',
  {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    }),
  },
  200,
)
await ask(
  '/charges',
  {
    method: 'POST',
    headers: {
      authorization: `Bearer ${JSON.parse(token).access_token}`,
      'content-type': 'application/json',
      'x-scenario-key': 'scenario:noauth&issuer:approved',
      'x-idempotency-key': 'warm-compile-cache',
    },
    body: JSON.stringify({
      amount: 100,
      currency: 'NGN',
      reference: 'warm-compile-cache',
      customer_id: 'cus_adaobi0001',
      payment_method_id: 'pmd_card000001',
    }),
  },
  201,
)

server.kill('SIGTERM')
await exitsCleanly(server, 'the server') // Node writes the cache on exit
