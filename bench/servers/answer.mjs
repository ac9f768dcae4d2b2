let count = 0

/** A charge with the fields and the size of the emulator's, derived from the request only. */
export const answerTo = (body) => ({
  status: 'success',
  message: 'Charge created',
  data: {
    id: `chg_${String(++count).padStart(14, '0')}`,
    amount: body.amount,
    fees: [
      { type: 'app', amount: 1.41 },
      { type: 'vat', amount: 0.11 },
    ],
    billing_details: {
      email: 'adaobi@example.com',
      name: { first: 'Adaobi', middle: 'Chioma', last: 'Okafor' },
      phone: { country_code: '234', number: '8012345678' },
    },
    currency: body.currency,
    customer_id: body.customer_id,
    description: `Charge ${body.reference}`,
    disputed: false,
    settled: false,
    settlement_id: [],
    meta: body.meta ?? {},
    payment_method_details: paymentMethod(body),
    redirect_url: body.redirect_url,
    refunded: false,
    reference: body.reference,
    status: 'succeeded',
    processor_response: { type: 'approved', code: '00' },
    created_datetime: new Date().toISOString(),
  },
})

const paymentMethod = (body) => ({
  id: body.payment_method_id,
  type: 'card',
  customer_id: body.customer_id,
  card: {
    expiry_month: 8,
    expiry_year: 2032,
    first6: '418742',
    last4: '4246',
    network: 'VISA',
    billing_address: {
      line1: '12 Marina Road',
      city: 'Lagos',
      state: 'Lagos',
      postal_code: '101241',
      country: 'NG',
    },
    card_holder_name: 'Adaobi Okafor',
    cof: {
      enabled: true,
      agreement_id: 'agr-emulator-1',
      recurring_amount_variability: 'VARIABLE',
      agreement_type: 'UNSCHEDULED',
      trace_id: 'trace-emulator-1',
    },
  },
  meta: { label: 'everyday card' },
  device_fingerprint: 'fp-emulator-card',
  client_ip: '192.0.2.10',
  created_datetime: '2030-01-01T00:00:00.000Z',
})

export const tokenAnswer = {
  access_token: 'bench',
  expires_in: 600,
  refresh_expires_in: 0,
  token_type: 'Bearer',
  'not-before-policy': 0,
  scope: 'payments:write',
}
