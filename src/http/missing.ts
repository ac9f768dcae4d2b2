import type { Refusal } from '../domain/kernel/errors.ts'
import type { Emulator } from '../emulator/emulator.ts'
import { newCall } from './call.ts'
import type { AppContext } from './context.ts'
import { asRefusal, refusalReply } from './errors.ts'
import { respond } from './fast/respond.ts'
import { record } from './journal.ts'
import type { Family } from './operation.ts'
import { redactText } from './redact.ts'
import type { Written } from './reply.ts'
import { worldOf } from './source.ts'

/**
 * Refuses a request that no endpoint matches, and records it in the journal: that is where users look first when a base
 * URL is wrong or a prefix is missing.
 */
export function refuseMissing(c: AppContext, emulator: Emulator, family: Family, refusal: Refusal): Response {
  const { status, headers, body } = refusalReply(family, refusal)
  const text = JSON.stringify(body)
  const written = { status, headers: { 'content-type': 'application/json', ...headers }, text }
  if (family !== 'control' && c.req.path !== '/favicon.ico') note(c, emulator, written, refusal)
  return respond(c, text, written)
}

function note(c: AppContext, emulator: Emulator, written: Written, refusal: Refusal): void {
  try {
    const op = { path: redactText(c.req.path).slice(0, 200) }
    record({ ...newCall(c, emulator, worldOf(c, emulator), op), refusal }, written)
  } catch (error) {
    // No world can have that name. The refusal of the name would be less useful than this one.
    asRefusal(error, emulator.ports)
  }
}
