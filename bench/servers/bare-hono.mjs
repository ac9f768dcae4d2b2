/** The cost of Hono, zod and their validator alone: one endpoint with the charge's fields, and no emulator. */
import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { answerTo, tokenAnswer } from './answer.mjs'

const chargeRequest = z.object({
  amount: z.number().min(0.01),
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  reference: z.string().regex(/^[A-Za-z0-9-]{6,42}$/),
  customer_id: z.string().min(1),
  payment_method_id: z.string().min(1),
  meta: z.record(z.string(), z.string()).optional(),
  redirect_url: z.url().optional(),
  recurring: z.boolean().default(false),
  order_id: z.string().optional(),
  merchant_vat_amount: z.number().min(0).optional(),
})

const app = new Hono()
app.get('/health', (c) => c.json({ status: 'ok' }))
app.post('/realms/:realm/protocol/openid-connect/token', (c) => c.json(tokenAnswer))
app.post('/charges', zValidator('json', chargeRequest), (c) => c.json(answerTo(c.req.valid('json')), 201))

serve({ fetch: app.fetch, port: Number(process.argv[2] ?? 0), hostname: '127.0.0.1' })
// Node writes its compile cache only on a clean exit.
process.once('SIGTERM', () => process.exit(0))
