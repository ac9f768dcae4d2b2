import { describe, expect, test } from 'vitest'
import { chargeBody, type Harness, harness } from '../harness.ts'

const charge = async (t: Harness): Promise<string> => (await t.created()).id

describe('A resource of another world', () => {
  test('is said where a charge is asked for from inside, and that the request made its world', async () => {
    const t = harness()
    const id = await charge(t.in('worker-3'))
    const response = await fetchIn(t, 'w0rker-3', `/_emulator/charges/${id}`)
    expect(response).toEqual([
      404,
      `no charge "${id}" in world "w0rker-3"; world "w0rker-3" was created by this request, and world "worker-3" (/w/worker-3) has it`,
    ])
    // Now it exists.
    expect(await fetchIn(t, 'w0rker-3', `/_emulator/charges/${id}`)).toEqual([
      404,
      `no charge "${id}" in world "w0rker-3"; world "worker-3" (/w/worker-3) has it`,
    ])
  })

  test('is said of an access token', async () => {
    const t = harness()
    const token = await t.in('worker-3').token()
    const [status, message] = await fetchIn(t, 'typo', '/charges', { authorization: `Bearer ${token}` })
    expect(status).toBe(401)
    expect(message).toMatch(
      /^the access token is not known in world "typo"; .*; world "typo" was created by this request, and world "worker-3" \(\/w\/worker-3\) has it$/,
    )
  })

  test('is said in a 404 of the service, without the prefix for the default world', async () => {
    const t = harness()
    const id = await charge(t)
    const { body } = await t.in('other').get(`/charges/${id}`)
    expect(body.error.message).toBe(`no charge "${id}"; GET /charges lists them; world "default" has it`)
  })

  test.each([
    ['customer_id', 'customers', { email: 'new@example.com', name: { first: 'New', last: 'Payer' } }],
    ['payment_method_id', 'payment-methods', { type: 'ussd', ussd: { account_bank: '044' } }],
  ])('is said in the 400 on %s', async (field, path, body) => {
    const t = harness()
    const made = await t.in('worker-3').post(`/${path}`, body)
    expect(made.status).toBe(201)
    const { status, body: refused } = await t.charge({ [field]: made.body.data.id })
    expect(status).toBe(400)
    expect(refused.error.validation_errors[0]).toMatchObject({
      field_name: field,
      message: expect.stringMatching(/; world "worker-3" \(\/w\/worker-3\) has it$/),
    })
  })

  test('is said of a reference in v3', async () => {
    const t = harness()
    const { reference } = await t.in('worker-3').created()
    const path = `/v3/transactions/verify_by_reference?tx_ref=${reference}`
    const { body } = await t.get<{ message: string }>(path)
    expect(body.message).toMatch(/; world "worker-3" \(\/w\/worker-3\) has it$/)
  })

  test('is said on the pages of payers and testers', async () => {
    const t = harness()
    const id = await charge(t.in('worker-3'))
    for (const path of [`/_emulator/pay/${id}`, `/_emulator/ui/charges/${id}`]) {
      const page = await t.fetch(path, { headers: { accept: 'text/html' } })
      expect([page.status, await page.text()]).toEqual([
        404,
        expect.stringContaining('world &quot;worker-3&quot; (/w/worker-3) has it'),
      ])
    }
  })

  test('is said of three worlds at the most', async () => {
    const t = harness()
    const id = await charge(t)
    const { body: snapshot } = await t.get<object>('/_emulator/state')
    for (const world of ['a', 'b', 'c'])
      expect((await t.in(world).put('/_emulator/state', snapshot)).status).toBe(200)
    const [, four] = await fetchIn(t, 'typo', `/_emulator/charges/${id}`)
    expect(four).toMatch(/world "default", world "a" \(\/w\/a\), world "b" \(\/w\/b\) and others have it$/)
    await t.delete('/_emulator/worlds/c')
    const [, three] = await fetchIn(t, 'typo', `/_emulator/charges/${id}`)
    expect(three).toMatch(/world "default", world "a" \(\/w\/a\), world "b" \(\/w\/b\) have it$/)
  })

  test('is not named if a control token protects the names of worlds', async () => {
    const t = harness({ settings: { controlToken: 'open-sesame' } })
    const id = await charge(t.in('worker-3'))
    const { body } = await t.get(`/charges/${id}`)
    expect(body.error.message).toBe(`no charge "${id}"; GET /charges lists them`)
  })

  test('is not said where no other world has it', async () => {
    const t = harness()
    await charge(t.in('worker-3'))
    const { status, body } = await t.post('/charges', chargeBody({ customer_id: 'cus_nobody' }))
    expect(status).toBe(400)
    expect(body.error.validation_errors[0]?.message).toBe(
      'no customer "cus_nobody"; GET /customers lists them',
    )
  })
})

/** Status and message of an answer, in a new world. */
async function fetchIn(
  t: Harness,
  world: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<[number, string]> {
  const response = await t.fetch(`/w/${world}${path}`, { headers })
  const { error } = (await response.json()) as { error: { message: string } }
  return [response.status, error.message]
}
