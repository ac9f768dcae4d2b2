import { mkdirSync } from 'node:fs'
import { cache } from '../lib/install.mjs'
import * as emulate from './emulate.mjs'
import * as mockoon from './mockoon.mjs'
import * as oauth2 from './oauth2-mock-server.mjs'
import * as prism from './prism.mjs'

/**
 * The peers that are installed, or can be; the others are listed with the reason.
 * @param {{ node: string, install: boolean, openapi: object }} context
 */
export function findPeers(context) {
  mkdirSync(`${cache}/peers`, { recursive: true })
  const found = []
  const missing = []
  for (const peer of [emulate, prism, mockoon, oauth2])
    try {
      found.push(peer.subject(context))
    } catch (error) {
      missing.push({ label: peer.spec, reason: error.message.split('\n')[0] })
    }
  for (const { label, reason } of missing) process.stderr.write(`without ${label}: ${reason}\n`)
  return { found, missing }
}
