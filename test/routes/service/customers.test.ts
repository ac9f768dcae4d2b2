import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, harness, ids, type ServiceBody } from '../../harness.ts'

interface CustomerView {
  id: string
  email: string
  name?: Record<string, string>
  phone?: Record<string, string>
  address?: Record<string, string>
  meta: Record<string, string>
  created_datetime: string
}

let t: ReturnType<typeof harness>
beforeEach(() => {
  t = harness()
})

const create = (body: unknown): Promise<Answer<ServiceBody<CustomerView>>> => t.post('/customers', body)

const fieldsOf = ({ body }: Answer<ServiceBody<CustomerView>>): string[] =>
  body.error.validation_errors.map((error) => error.field_name)

const list = async (path: string): Promise<string[]> =>
  (await t.get<ServiceBody<CustomerView[]>>(path)).body.data.map(({ id }) => id)

const address = {
  line1: '1 High Street',
  city: 'Lagos',
  state: 'Lagos',
  postal_code: '100001',
  country: 'NG',
}
const email = 'ada@example.com'

describe('POST /customers', () => {
  test('stores everything that was sent', async () => {
    const sent = {
      email,
      name: { first: 'Ada', middle: 'N.', last: "O'Kafor-Obi, Jr" },
      phone: { country_code: '234', number: '8012345678' },
      address: { ...address, line2: 'Flat 2' },
      meta: { tier: 'gold', weird_Key: 'kept' },
    }
    const { status, body } = await create(sent)
    expect(status).toBe(201)
    expect(body.message).toBe('Customer created')
    expect(body.data).toEqual({ ...sent, id: body.data.id, created_datetime: '2030-01-01T00:00:00.000Z' })
    expect(body.data.id).toMatch(/^cus_[a-z0-9]{10,}$/)
    const read = await t.get<ServiceBody<CustomerView>>(`/customers/${body.data.id}`)
    expect(read.body.data).toEqual(body.data)
  })

  test('needs an e-mail address only', async () => {
    const { status, body } = await create({ email })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: body.data.id,
      email,
      meta: {},
      created_datetime: '2030-01-01T00:00:00.000Z',
    })
  })

  test('makes a customer who can pay', async () => {
    const { body } = await create({ email })
    const method = await t.post<ServiceBody<{ id: string }>>('/payment-methods', {
      type: 'ussd',
      customer_id: body.data.id,
    })
    const charge = await t.charge({ customer_id: body.data.id, payment_method_id: method.body.data.id })
    expect(charge.status).toBe(201)
    expect(charge.body.data.billing_details).toEqual({ email })
  })

  test.each<[string, object]>([
    ['a name part of 2 letters', { name: { first: 'Al' } }],
    ['a name part of 50 letters', { name: { last: 'x'.repeat(50) } }],
    ['letters of other scripts', { name: { first: 'Zoë', last: 'Łukasz' } }],
    ['an empty name', { name: {} }],
    ['a country code of 1 digit', { phone: { country_code: '1', number: '2015550123' } }],
    ['a country code of 3 digits', { phone: { country_code: '234', number: '8012345678' } }],
    ['a phone number of 7 digits', { phone: { country_code: '1', number: '5550123' } }],
    ['a phone number of 10 digits', { phone: { country_code: '1', number: '2015550123' } }],
    ['an address without line2', { address }],
    ['an address with a line2 of 1 character', { address: { ...address, line2: '2' } }],
  ])('takes %s', async (_, over) => {
    expect((await create({ email, ...over })).status).toBe(201)
  })

  test.each<[string, object]>([
    ['email', { email: undefined }],
    ['email', { email: null }],
    ['email', { email: 'ada' }],
    ['email', { email: 'ada@' }],
    ['email', { email: 'a b@example.com' }],
    ['name.first', { name: { first: 'A' } }],
    ['name.middle', { name: { middle: 'x'.repeat(51) } }],
    ['name.last', { name: { last: 'Oka4or' } }],
    ['name.last', { name: { last: '  ' } }],
    ['name.last', { name: { last: "-'.," } }],
    ['name', { name: 'Ada' }],
    ['phone.country_code', { phone: { country_code: '', number: '8012345678' } }],
    ['phone.country_code', { phone: { country_code: '2345', number: '8012345678' } }],
    ['phone.country_code', { phone: { country_code: '+23', number: '8012345678' } }],
    ['phone.country_code', { phone: { number: '8012345678' } }],
    ['phone.number', { phone: { country_code: '234', number: '123456' } }],
    ['phone.number', { phone: { country_code: '234', number: '12345678901' } }],
    ['phone.number', { phone: { country_code: '234', number: '801-234-5678' } }],
    ['phone.number', { phone: { country_code: '234' } }],
    ['address.line1', { address: { ...address, line1: '' } }],
    ['address.line2', { address: { ...address, line2: '' } }],
    ['address.city', { address: { ...address, city: '' } }],
    ['address.state', { address: { ...address, state: undefined } }],
    ['address.postal_code', { address: { ...address, postal_code: '' } }],
    ['address.country', { address: { ...address, country: 'ng' } }],
    ['address.country', { address: { ...address, country: 'N' } }],
    ['address.country', { address: { ...address, country: 'NGA' } }],
    ['meta.a', { meta: { a: 1 } }],
  ])('refuses a bad %s: %j', async (field, over) => {
    const answer = await create({ email, ...over })
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual([field])
    expect(t.world.state.customers.size).toBe(2)
  })

  test('names every offending field at once', async () => {
    const answer = await create({ email: 'x', name: { first: 'A' }, address: {} })
    expect(fieldsOf(answer).sort()).toEqual(
      ['address.city', 'address.country', 'address.line1', 'address.postal_code', 'address.state']
        .concat(['email', 'name.first'])
        .sort(),
    )
  })

  test('is refused to a client that may only read', async () => {
    const token = await t.token('sandbox-readonly')
    expect((await t.post('/customers', { email }, { authorization: `Bearer ${token}` })).status).toBe(403)
  })
})

describe('PUT /customers/{id}', () => {
  const put = (id: string, body: unknown): Promise<Answer<ServiceBody<CustomerView>>> =>
    t.put(`/customers/${id}`, body)

  test('replaces the sent fields and leaves the others unchanged', async () => {
    const before = (await t.get<ServiceBody<CustomerView>>(`/customers/${ids.customer}`)).body.data
    const { status, body } = await put(ids.customer, { name: { last: 'Eze' }, meta: {} })
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...before, name: { last: 'Eze' }, meta: {} })
  })

  test('leaves charges that were made before as they are', async () => {
    const charge = await t.created()
    await put(ids.customer, { email: 'new@example.com' })
    expect((await t.seen(charge.id)).billing_details.email).toBe('adaobi@example.com')
    expect((await t.created()).billing_details.email).toBe('new@example.com')
  })

  test('refuses an empty change, a bad field and an unknown customer', async () => {
    expect((await put(ids.customer, {})).status).toBe(400)
    expect(fieldsOf(await put(ids.customer, { email: 'nobody' }))).toEqual(['email'])
    expect((await put('cus_unknown0001', { email })).status).toBe(404)
  })
})

describe('finding customers', () => {
  test('by id, newest first, and by e-mail address in either case', async () => {
    const { body } = await create({ email })
    expect(await list('/customers')).toEqual([body.data.id, ids.otherCustomer, ids.customer])
    expect(await list('/customers?email=ADA@example.com')).toEqual([body.data.id])
    expect((await t.get('/customers/cus_unknown0001')).status).toBe(404)
  })

  test.each<[object, string[]]>([
    [{ email: 'Adaobi@Example.com' }, [ids.customer]],
    [{ email: 'nobody@example.com' }, []],
    [{ name: { last: 'mensah' } }, [ids.otherCustomer]],
    [{ phone: { number: '201234567' } }, [ids.otherCustomer]],
    [{ phone: { number: '201234567' }, email: 'adaobi@example.com' }, []],
  ])('POST /customers/search finds %j', async (wanted, found) => {
    const { status, body } = await t.post<ServiceBody<CustomerView[]>>('/customers/search', wanted)
    expect(status).toBe(200)
    expect(body.data.map(({ id }) => id)).toEqual(found)
    expect(body.meta.page_info.total).toBe(found.length)
  })

  test('POST /customers/search refuses to search for nothing, and needs no permission to write', async () => {
    expect((await t.post('/customers/search', {})).status).toBe(400)
    const token = await t.token('sandbox-readonly')
    const { status } = await t.post('/customers/search', { email }, { authorization: `Bearer ${token}` })
    expect(status).toBe(200)
  })

  test('page and size have bounds', async () => {
    for (let count = 0; count < 10; count++) await create({ email })
    const { body } = await t.get<ServiceBody<CustomerView[]>>('/customers?page=2&size=10')
    expect(body.data).toHaveLength(2)
    expect(body.meta.page_info).toEqual({ total: 12, current_page: 2, total_pages: 2 })
    expect((await t.get('/customers?size=50')).status).toBe(200)
    for (const query of ['size=9', 'size=51', 'page=0', 'page=x'])
      expect((await t.get(`/customers?${query}`)).status).toBe(400)
  })
})
