import { expect, inject, test } from 'vitest'
import { harness } from '../../harness.ts'
import type { V3Body } from '../../support/transfer.ts'

type Answered = V3Body<Record<string, unknown>> & { meta: { authorization: Record<string, unknown> } }

const charge = async (type: string, overrides: object = {}, scenario: string | null = null) => {
  const t = harness({ fixtures: { v3: { ...inject('builtIn').fixtures.v3, cardCertificate: true } } })
  const body = {
    tx_ref: 'answer-0001',
    amount: 1500,
    email: 'payer@example.com',
    account_bank: '058',
    meta: { cart: '7' },
    ...overrides,
  }
  const { body: answer } = await t.post<Answered>(`/v3/charges?type=${type}`, body, {
    'x-scenario-key': scenario,
  })
  const { body: read } = await t.get<V3Body<object>>(
    '/v3/transactions/verify_by_reference?tx_ref=answer-0001',
  )
  return { data: answer.data, authorization: answer.meta.authorization, verified: read.data }
}

const card = { card_number: '4000000000020000', cvv: '123', expiry_month: '09', expiry_year: '32' }

test('The answer of a direct charge in v3 tells the payer about an OTP that is awaited; verification does not', async () => {
  const { data, verified } = await charge('card', card, 'scenario:auth_otp')
  expect(data).toMatchObject({
    processor_response: 'Please enter the OTP that was sent to you',
    fraud_status: 'ok',
  })
  expect(verified).toMatchObject({ processor_response: null })
  expect(verified).not.toHaveProperty('fraud_status')
})

test('The answer of a USSD charge in v3 has the code that the payer dials, beside the whole text', async () => {
  const { data, authorization } = await charge('ussd')
  expect(data['payment_code']).toMatch(/^\d+$/)
  expect(authorization['note']).toContain(`*${data['payment_code']}#`)
})

test('The answer of a charge of a bank account in v3 says in data.meta, too, what comes next', async () => {
  const { data, authorization, verified } = await charge('account-ach-uk', { currency: 'GBP' })
  expect(data['meta']).toEqual({ authorization })
  expect(authorization).toHaveProperty('mode')
  expect(verified).toMatchObject({ meta: { cart: '7' } })
  expect((await charge('ussd')).data['meta']).toEqual({ cart: '7' })
})
