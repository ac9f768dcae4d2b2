import { chargeBody } from '../load/requests.mjs'
import { call } from './http.mjs'

/** @returns {Promise<string>} */
export async function newToken(port, prefix = '') {
  const { access_token } = await call(
    port,
    'POST',
    `${prefix}/realms/bench/protocol/openid-connect/token`,
    'client_id=sandbox-client&client_secret=sandbox-secret&grant_type=client_credentials',
    { 'Content-Type': 'application/x-www-form-urlencoded' },
  )
  return access_token
}

let count = 0

/** Milliseconds that a first token and a first charge take. */
export async function firstCharge(port) {
  const startedAt = performance.now()
  const token = await newToken(port)
  const body = chargeBody({ run: `first${process.pid}` }, ++count)
  await call(port, 'POST', '/charges', body, { Authorization: `Bearer ${token}` })
  return performance.now() - startedAt
}
