import { describe, expect, test } from 'vitest'
import { type Answer, type ChargeView, harness, ids, type ServiceBody } from '../../harness.ts'

type List = Answer<ServiceBody<ChargeView[]>>
const referencesOf = ({ body }: List): string[] => body.data.map(({ reference }) => reference)

/** A world with `count` charges, a minute between each. */
async function filled(count: number) {
  const t = harness()
  for (let index = 0; index < count; index++) {
    await t.created({ reference: `charge-${String(index).padStart(3, '0')}` })
    await t.advance('1m')
  }
  const list = (query = ''): Promise<List> => t.get(`/charges${query}`)
  return { t, list }
}

describe('GET /charges', () => {
  test('lists newest first, ten per page by default, and counts', async () => {
    const { list } = await filled(12)
    const first = await list()
    expect(first.body).toMatchObject({ status: 'success', message: 'Charges fetched' })
    expect(first.body.meta).toEqual({ page_info: { total: 12, current_page: 1, total_pages: 2 } })
    expect(referencesOf(first)).toEqual(
      Array.from({ length: 10 }, (_, n) => `charge-${String(11 - n).padStart(3, '0')}`),
    )
    expect(referencesOf(await list('?page=2'))).toEqual(['charge-001', 'charge-000'])
    expect(referencesOf(await list('?page=3'))).toEqual([])
    expect(referencesOf(await list('?size=50'))).toHaveLength(12)
  })

  test('of an empty world is empty', async () => {
    const { list } = await filled(0)
    expect((await list()).body.meta).toEqual({ page_info: { total: 0, current_page: 1, total_pages: 0 } })
  })

  test.each(['size=10', 'size=50', 'page=1', 'page=1000000'])('takes %s', async (query) => {
    expect((await harness().get(`/charges?${query}`)).status).toBe(200)
  })

  test.each([
    ['size=9', 'size'],
    ['size=51', 'size'],
    ['size=ten', 'size'],
    ['size=', 'size'],
    ['size=1e1', 'size'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=1000001', 'page'],
    ['status=done', 'status'],
    ['from=yesterday', 'from'],
    ['to=', 'to'],
    ['from=7', 'from'],
    ['from=2030', 'from'],
    ['from=1893456000000', 'from'],
    ['from=2030-02-29', 'from'],
    ['to=2028-02-30T00:00:00Z', 'to'],
    ['to=2030-01-01T00:00:00', 'to'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await harness().get(`/charges?${query}`)
    expect([status, body.error.validation_errors.map((error) => error.field_name)]).toEqual([400, [field]])
  })

  test('filters by status, reference, customer, payment method and order', async () => {
    const t = harness()
    const a = await t.created({ reference: 'filter-a' })
    const b = await t.created({ reference: 'filter-b', payment_method_id: ids.ussd })
    const c = await t.created(
      { reference: 'filter-c', customer_id: ids.otherCustomer, payment_method_id: ids.otherCard },
      'issuer:error',
    )
    const d = await t.created({ reference: 'filter-d' }, 'scenario:auth_capture')
    const { order_id } = (await t.get<{ order_id: string }>(`/_emulator/charges/${d.id}`)).body
    const found = async (query: string) => referencesOf(await t.get(`/charges?${query}`))
    expect(await found('status=succeeded')).toEqual(['filter-a'])
    expect(await found('status=failed')).toEqual(['filter-c'])
    expect(await found('status=pending')).toEqual(['filter-d', 'filter-b'])
    expect(await found('status=voided')).toEqual([])
    expect(await found(`reference=${b.reference}`)).toEqual(['filter-b'])
    expect(await found(`customer_id=${c.customer_id}`)).toEqual(['filter-c'])
    expect(await found(`payment_method_id=${a.payment_method_details.id}`)).toEqual(['filter-d', 'filter-a'])
    expect(await found(`order_id=${order_id}`)).toEqual(['filter-d'])
    expect(await found('status=pending&reference=filter-a')).toEqual([])
  })

  test('filters by time, both ends included', async () => {
    const { list } = await filled(4)
    const range = 'from=2030-01-01T00:01:00Z&to=2030-01-01T00:02:00.000Z'
    expect(referencesOf(await list(`?${range}`))).toEqual(['charge-002', 'charge-001'])
    expect(referencesOf(await list('?from=2030-01-02'))).toEqual([])
    // A date includes the whole day.
    expect(referencesOf(await list('?from=2030-01-01&to=2030-01-01'))).toHaveLength(4)
    expect(referencesOf(await list('?to=2029-12-31'))).toEqual([])
    expect(referencesOf(await list('?to=2030-01-01T01:00:00%2B01:00'))).toEqual(['charge-000'])
  })

  test('needs the permission to read', async () => {
    const t = harness()
    expect((await t.get('/charges', { authorization: null })).status).toBe(401)
    const reader = { authorization: `Bearer ${await t.token('sandbox-readonly')}` }
    expect((await t.get('/charges', reader)).status).toBe(200)
  })

  test('does not count as a read of a charge that waits for one', async () => {
    const t = harness()
    await t.created({}, 'scenario:requery')
    for (let read = 0; read < 5; read++)
      expect((await t.get<ServiceBody<ChargeView[]>>('/charges')).body.data[0]?.status).toBe('pending')
  })
})
