import * as z from 'zod'
import { timelineOf } from '../../emulator/timeline.ts'
import { QueryNumber } from '../../http/list.ts'
import { redactText } from '../../http/redact.ts'
import { Ready, reply } from '../../http/reply.ts'
import { presentTimelineEntry, timelineText, WireTimelineEntry } from '../../wire/timeline.ts'
import { control } from './control.ts'

const Name = z.string().min(1).max(200).optional()

const exampleText = `timeline of world "default", whose clock is frozen at 2030-01-01T00:00:01.000Z
2030-01-01
  00:00:00.000  request   POST /charges (reference order-1, 10 NGN) → 201 chg_nTnZyqPYGR succeeded
  00:00:00.000  clock     advanced by 1s
  00:00:01.000  webhook   charge.completed (order-1) to http://127.0.0.1:3000/hook: answered 200
`

export const timelineOperations = [
  control({
    id: 'getTimeline',
    method: 'get',
    path: '/_emulator/timeline',
    summary: "What happened in this world, in the order of the world's clock, and what is due",
    description:
      'Lists requests to the service, webhooks with the outcome of each attempt, what timers, payers and testers did, changes of clock, rules and webhook endpoints, and last what is still due. Text by default, for people; `format=json` has the same lines with ids. Masked like the journal.',
    query: z.object({
      limit: QueryNumber(1, 2000, 200).describe('The newest entries, and as many that are due'),
      reference: Name.describe(
        'Only the story of the charge, transfer or virtual account with this reference: what happened to it and what belongs to it, from histories and deliveries too, and what concerned the whole world meanwhile',
      ),
      charge_id: Name.describe(
        'The same for a charge, an order, a refund, a transfer, a customer, a payment method, a settlement, a chargeback or a virtual account, by its id',
      ),
      format: z.enum(['text', 'json']).optional(),
    }),
    responses: { 200: z.strictObject({ entries: z.array(WireTimelineEntry) }) },
    otherTypes: { 'text/plain': exampleText },
    handle: ({ world, query: { limit, reference, charge_id, format } }) => {
      const entries = timelineOf(world, { limit, about: charge_id ?? reference }).map((entry) => ({
        ...entry,
        what: redactText(entry.what),
      }))
      if (format === 'json') return reply(200, { entries: entries.map(presentTimelineEntry) })
      const text = timelineText({ name: world.name, mode: world.clockMode, now: world.now() }, entries)
      return reply(200, new Ready(text), { 'content-type': 'text/plain; charset=utf-8' })
    },
  }),
]
