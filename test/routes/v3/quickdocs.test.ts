import { describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { v3Operations } from '../../../src/routes/v3/index.ts'
import { type Harness, harness, ids } from '../../harness.ts'
import { linkOf } from '../../support/payment.ts'
import { transferBody, type V3Body } from '../../support/transfer.ts'

interface QuickDoc {
  description: string
  endpoint: string
  request_spec: { type: string; spec: Record<string, string> }
  sample_request: Record<string, unknown>
  sample_response: Record<string, unknown>
}

const described = v3Operations.filter(({ tag }) => tag !== 'Quickdocs')
const prefixes = ['/meta', '/v3/meta', '/meta/v3'] as const

/** The path of an endpoint's description, with a prefix. */
const metaPath = (path: string, prefix: string): string => prefix + path.replace(/^\/v3/, '')

const describedAt = (t: Harness, method: string, path: string, prefix = '/meta') =>
  method === 'delete' || method === 'put'
    ? t.get<QuickDoc>(`${metaPath(path, prefix)}?method=${method}`)
    : t.send<QuickDoc>(method.toUpperCase(), metaPath(path, prefix))

/** The shape of a value without its content. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return [shape(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shape(inner)]))
}

/** A world in which everything that the samples name exists. */
async function furnished(failed: boolean): Promise<Harness> {
  const t = harness()
  const reference = failed ? 'sample_PMCK_ST_F' : 'sample_PMCK'
  await t.post('/v3/transfers', transferBody({ reference }))
  if (failed) await t.advance('5s')
  await t.created({ reference: 'order-0001', payment_method_id: ids.card, meta: undefined })
  return t
}

/** Makes what the sample of an endpoint names, where it is not there from the start. */
async function completed(
  t: Harness,
  method: string,
  path: string,
  rest: Record<string, unknown>,
): Promise<void> {
  if (method === 'GET' && path.startsWith('/v3/bulk-transfers'))
    await t.post('/v3/bulk-transfers', { bulk_data: [transferBody()] })
  if (method === 'GET' && path.startsWith('/v3/bills'))
    await t.post('/v3/bills', {
      customer: '2348012345678',
      amount: 500,
      type: 'AIRTIME',
      reference: 'bill-0001',
    })
  if (path.includes('virtual-account-numbers/')) {
    const sent = { email: 'a@example.com', accounts: 2 }
    const { data } = (
      await t.post<V3Body<object>>(
        path.replace(/\/:.*/, ''),
        path.includes('bulk') ? sent : { email: sent.email },
      )
    ).body
    Object.assign(rest, data)
  }
  if (path.startsWith('/v3/refunds'))
    rest['id'] = (
      await t.post<V3Body<{ id: number }>>('/v3/transactions/1000001/refund', { amount: 1 })
    ).body.data.id
  const newest = () => [...t.world.state.charges].at(-1)?.id ?? ''
  if (path.startsWith('/v3/chargebacks')) {
    await t.created()
    await t.post('/chargebacks', { charge_id: newest(), type: 'local', comment: 'x' })
    if (path.endsWith(':id')) rest['id'] = [...t.world.state.chargebacks].at(-1)?.id
  }
  if (path.startsWith('/v3/settlements')) {
    await t.advance('1d')
    rest['id'] = [...t.world.state.settlements].at(-1)?.id
  }
  if (path.startsWith('/v3/wallet')) await t.advance('1m')
  if (path.startsWith('/v3/bulk-tokenized-charges/')) {
    const { sample_request } = (await describedAt(t, 'post', '/v3/bulk-tokenized-charges')).body
    await t.post('/v3/bulk-tokenized-charges', sample_request)
  }
  if (path.endsWith('/disable')) rest['link'] = await linkOf(t, { tx_ref: 'sample' })
  if (path.startsWith('/v3/charges/:ref/')) {
    await t.created({}, path.endsWith('/refund') ? 'scenario:noauth' : 'scenario:auth_capture')
    rest['ref'] = newest().replace('chg_', 'ref_')
  }
  if (path.endsWith('/validate-charge')) {
    await t.created({}, 'scenario:auth_otp')
    rest['service_ref'] = newest().replace('chg_', 'ref_')
  }
}

describe('quickdocs', () => {
  test.each(described.map(({ method, path }) => [method.toUpperCase(), path] as const))(
    'describe %s %s, and its sample request gets an answer like the sample',
    async (method, path) => {
      const t = await furnished(path.endsWith('/retries'))
      if (path.endsWith('/retries') && method === 'GET') await t.post('/v3/transfers/5000001/retries')
      const { status, body } = await describedAt(t, method.toLowerCase(), path)
      expect(status).toBe(200)
      const plain = path.replace(/\{.*\}/, '')
      const v3Path = plain.startsWith('/v3') ? plain : `/v3${plain}`
      expect(body.endpoint).toBe(`${method} ${v3Path.replace(/:(\w+)/g, '{$1}')}`)
      const rest = { ...body.sample_request }
      await completed(t, method, path, rest)
      const filled = plain.replace(/:(\w+)/g, (_, name: string) => {
        const value = String(rest[name])
        delete rest[name]
        return value
      })
      const op = described.find((one) => one.path === path && one.method.toUpperCase() === method)
      const { body: sent, query } = { body: undefined, query: undefined, ...op }
      const inQuery = Object.entries(rest).filter(([name]) => query && name in (query as ZodObject).shape)
      const params = new URLSearchParams(inQuery as [string, string][]).toString()
      for (const [name] of inQuery) delete rest[name]
      const answer = await t.send<V3Body<unknown>>(
        method,
        params === '' ? filled : `${filled}?${params}`,
        sent && rest,
      )
      expect(answer.status).toBe(200)
      expect(shape(body.sample_response)).toEqual(shape(answer.body))
    },
  )

  test.each(described.map(({ method, path }) => [method.toUpperCase(), path] as const))(
    'explain every field of %s %s',
    async (method, path) => {
      const { body } = await describedAt(harness(), method.toLowerCase(), path)
      for (const [name, explanation] of Object.entries(body.request_spec.spec))
        expect([name, explanation]).toEqual([name, expect.stringMatching(/^(Required|Optional)\. \S/)])
      for (const name of Object.keys(body.sample_request)) expect(body.request_spec.spec).toHaveProperty(name)
      expect(body.description.length).toBeGreaterThan(0)
    },
  )

  test('of the creation of a transfer name every field of the contract', async () => {
    const { body } = await harness().post<QuickDoc>('/meta/transfers')
    expect(body.endpoint).toBe('POST /v3/transfers')
    expect(body.request_spec.type).toBe('post_body')
    expect(Object.keys(body.request_spec.spec).sort()).toEqual(
      [
        'account_bank',
        'account_number',
        'beneficiary',
        'amount',
        'narration',
        'currency',
        'reference',
        'beneficiary_name',
        'callback_url',
        'debit_currency',
        'destination_branch_code',
        'meta',
      ].sort(),
    )
    expect(body.sample_request).toMatchObject({ account_bank: '044', amount: 5500, currency: 'NGN' })
    expect(body.sample_response).toMatchObject({ status: 'success', data: { status: 'NEW' } })
  })

  test.each(prefixes)('are at %s, for GET and POST', async (prefix) => {
    const t = harness()
    expect((await t.post<QuickDoc>(`${prefix}/transfers`)).body.endpoint).toBe('POST /v3/transfers')
    expect((await t.get<QuickDoc>(`${prefix}/transfers`)).body.endpoint).toBe('GET /v3/transfers')
    expect((await t.get<QuickDoc>(`${prefix}/transfers/fee`)).body.endpoint).toBe('GET /v3/transfers/fee')
    expect((await t.get<QuickDoc>(`${prefix}/transfers/12`)).body.endpoint).toBe('GET /v3/transfers/{id}')
    expect((await t.post<QuickDoc>(`${prefix}/bill-items/UB157/validate`)).body.endpoint).toBe(
      'GET /v3/bill-items/{item_code}/validate',
    )
  })

  test('take a body, of any kind, without looking at it', async () => {
    const t = harness()
    expect((await t.post('/meta/transfers', { amount: 'x' })).status).toBe(200)
    expect((await t.post('/meta/transfers', 'not json', { 'content-type': 'text/plain' })).status).toBe(200)
  })

  test('refuse an unknown endpoint, and a request without a key', async () => {
    const t = harness()
    expect((await t.get<V3Body<null>>('/meta/nothing')).body.message).toContain('/v3/nothing')
    expect((await t.get('/meta/customers')).status).toBe(404)
    expect((await t.get('/meta/transfers', { authorization: null })).status).toBe(401)
    expect((await t.get('/meta/transfers?method=patch')).status).toBe(400)
  })
})
