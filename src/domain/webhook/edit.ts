import * as z from 'zod'
import { maxDurationMs } from '../kernel/duration.ts'
import { type SignatureEdit, signatureEdits } from '../kernel/enums.ts'
import type { WebhookPlan } from '../scenario/fragment.ts'
import { maybe, type Stored } from '../stored/parts.ts'

/** Characters of a body that a tester writes. */
export const maxEditedBody = 100_000

/** What a tester changed in one attempt, as it is stored. What is undefined is as the event and its endpoint say. */
export const storedEdit = () =>
  z.strictObject({
    body: maybe(z.string().max(maxEditedBody)),
    signature: maybe(z.enum(signatureEdits)),
    /** Signs instead of that of the endpoint. */
    secret: maybe(z.string().min(1).max(500)),
    /** How old the timestamps in body and signature are. Milliseconds. */
    staleBy: maybe(z.int().min(0).max(maxDurationMs)),
    truncated: maybe(z.boolean()),
  })
export type Edit = Stored<typeof storedEdit>

/** What a plan sets for each of a tester's choices. */
const planned: Record<SignatureEdit, 'invalid' | 'missing' | undefined> = {
  valid: undefined,
  invalid: 'invalid',
  missing: 'missing',
  unchanged: undefined,
}

/** An event as an edited attempt sends it: it follows its own plan, except for what the tester changed. */
export function withEdit<E extends { plan: WebhookPlan | undefined }>(event: E, edit: Edit | undefined): E {
  if (edit === undefined) return event
  const { signature, body, ...rest } = event.plan ?? {}
  const wrong = edit.signature === undefined ? signature : planned[edit.signature]
  const cut = edit.truncated === undefined ? body : edit.truncated ? 'truncated' : undefined
  const plan: WebhookPlan = {
    ...rest,
    ...(wrong !== undefined && { signature: wrong }),
    ...(cut !== undefined && { body: cut }),
    ...(edit.staleBy !== undefined && { staleBy: edit.staleBy }),
  }
  return { ...event, plan }
}
