let count = 0

/** A charge of the same fields and about the same size as the emulator's, made from nothing but the request. */
export const answerTo = (body) => ({
  status: 'success',
  message: 'Charge created',
  data: {
    id: `chg_${String(++count).padStart(10, '0')}`,
    amount: body.amount,
    fees: [
      { type: 'app', amount: 1.4 },
      { type: 'vat', amount: 0.11 },
    ],
    billing_details: {
      email: 'adaobi@example.com',
      name: { first: 'Adaobi', last: 'Okafor' },
      phone: { country_code: '234', number: '8012345678' },
    },
    currency: body.currency,
    customer_id: body.customer_id,
    description: '',
    disputed: false,
    settled: false,
    settlement_id: [],
    meta: body.meta ?? {},
    payment_method_details: {
      id: body.payment_method_id,
      type: 'card',
      card: {
        expiry_month: 9,
        expiry_year: 2032,
        first6: '539983',
        last4: '8381',
        network: 'MASTERCARD',
        card_holder_name: 'Adaobi Okafor',
      },
      customer_id: body.customer_id,
      meta: {},
      created_datetime: '2030-01-01T00:00:00.000Z',
    },
    redirect_url: body.redirect_url,
    refunded: false,
    reference: body.reference,
    status: 'succeeded',
    processor_response: { type: 'approved', code: '00' },
    created_datetime: new Date().toISOString(),
  },
})

export const tokenAnswer = {
  access_token: 'bench',
  expires_in: 600,
  refresh_expires_in: 0,
  token_type: 'Bearer',
  'not-before-policy': 0,
  scope: 'payments:write',
}
