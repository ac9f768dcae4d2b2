import type { WebhookForm } from '../../domain/kernel/enums.ts'
import { createEmulator, type SignatureScheme } from '../../index.ts'
import type { Values } from '../file/fill.ts'
import { Service } from './service.ts'

export interface ServiceOptions {
  seed: string
  /** 0: any free port. */
  port: number
  webhook: {
    url: string
    secret?: string | undefined
    signature?: SignatureScheme | undefined
    header?: string | undefined
    form?: WebhookForm | undefined
  }
}

/** The key of v3 that the service has from its start. */
const secretKey = 'sk_sandbox'

/** An emulated service of its own for an examination, and what programs have to know of it. */
export async function startService(
  options: ServiceOptions,
): Promise<{ service: Service; values: Values; method: string }> {
  const now = Date.now()
  const emulator = await createEmulator({
    seed: options.seed,
    clock: now,
    // The clock of the program does not move with ours: what it compares with its own follows real time.
    programClock: 'real',
    webhookUrl: options.webhook.url,
    webhookSecret: options.webhook.secret,
    webhookSignature: options.webhook.signature,
    webhookHeader: options.webhook.header,
    webhookForm: options.webhook.form,
  })
  const url = await emulator.listen(options.port)
  const [endpoint] = await emulator.webhooks.endpoints.list()
  if (endpoint === undefined) throw new Error('the emulator has no webhook endpoint')
  const authorization = `Bearer ${await emulator.token()}`
  const read = async (path: string): Promise<{ id: string; customer_id?: string; type?: string }[]> => {
    const answer = await emulator.fetch(path, { headers: { authorization } })
    return ((await answer.json()) as { data: { id: string; customer_id?: string; type?: string }[] }).data
  }
  const methods = (await read('/payment-methods?size=50')).reverse()
  const method = methods.find(({ type, customer_id: customer }) => type === 'card' && customer) ?? methods[0]
  const values: Values = {
    base_url: url,
    auth_url: url,
    webhook_secret: endpoint.secret,
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
    secret_key: secretKey,
    customer_id: method?.customer_id ?? (await read('/customers?size=50')).at(-1)?.id ?? '',
    payment_method_id: method?.id ?? '',
  }
  await emulator.requests.clear()
  return {
    service: new Service(emulator, url, endpoint, secretKey, now),
    values,
    method: method?.type ?? 'card',
  }
}
