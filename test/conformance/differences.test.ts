import { describe, expect, test } from 'vitest'
import { newNonce } from './kit/random.ts'
import { answered, type Between, behind, header, look, reworded, rulesOf, sent, status } from './support.ts'

const charges = /\/charges$/
const token = /token$/
const methods = /\/payment-methods$/
const transfers = /\/v3\/transfers$/
const bills = /\/bill-items\//
const any = /./

/** Servers that break one rule each, and the rule that must detect it. */
const wrong: [id: string, what: string, proxy: Between][] = [
  ['token.expires_in', 'gives tokens for an hour', answered(token, 'expires_in', 3600)],
  ['token.response', 'calls its tokens bearer', answered(token, 'token_type', 'bearer')],
  ['token.response', 'leaves the policy out', answered(token, 'not-before-policy', undefined)],
  ['token.wrong_secret', 'refuses a wrong secret with 400', status(token, 401, 400)],
  ['token.form_only', 'gives tokens for a JSON body', formFromJson()],
  ['access.charges_without', 'answers 403 to those without a token', status(charges, 401, 403)],
  [
    'access.v3_only_secret_key',
    'lets access tokens into v3',
    header(/\/v3\//, 'authorization', () => 'Bearer sk_sandbox'),
  ],
  ['charges.created', 'creates with 200', status(charges, 201, 200)],
  ['charges.created', 'calls the envelope ok', answered(charges, 'status', 'ok')],
  ['charges.amount', 'takes 0.009', sent(charges, 'amount', (it) => (it === 0.009 ? 0.01 : it))],
  ['charges.amount', 'does not take 0.01', sent(charges, 'amount', (it) => (it === 0.01 ? 0 : it))],
  ['charges.amount', 'rounds to whole numbers', answered(charges, 'data.amount', 1)],
  ['charges.reference', 'takes 43 characters', sent(charges, 'reference', (it) => String(it).slice(0, 42))],
  [
    'charges.reference',
    'takes no 6 characters',
    sent(charges, 'reference', (it) => String(it).replace(/^.{6}$/, 'x')),
  ],
  ['charges.currency', 'takes lower case', sent(charges, 'currency', (it) => String(it).toUpperCase())],
  ['charges.meta_values', 'takes numbers in meta', sent(charges, 'meta.count', String)],
  ['charges.customer_id', 'names another field', reworded(charges, '"customer_id"', '"payer"')],
  ['charges.reference_unique', 'answers 400 to a taken reference', status(charges, 409, 400)],
  ['charges.recurring_terminal', 'forgets about recurring', sent(charges, 'recurring', () => false)],
  ['charges.json_only', 'takes any content type', header(charges, 'content-type', () => 'application/json')],
  ['headers.trace_id', 'does not look at it', header(charges, 'x-trace-id', () => undefined)],
  [
    'headers.idempotency_key',
    'cuts it to 255',
    header(charges, 'x-idempotency-key', (it) => it.slice(0, 255)),
  ],
  ['headers.scenario_key', 'cuts it to 1000', header(charges, 'x-scenario-key', () => 'scenario:noauth')],
  ['idempotency.same_answer', 'knows no idempotency', header(charges, 'x-idempotency-key', () => undefined)],
  [
    'authorization.otp_code',
    'does not take 8 digits',
    sent(charges, 'authorization.otp.code', (it) => String(it).replace(/^\d{8}$/, '1')),
  ],
  [
    'authorization.otp_code',
    'takes 3 digits',
    sent(charges, 'authorization.otp.code', (it) => String(it).padEnd(4, '1')),
  ],
  [
    'authorization.nonce_single_use',
    'takes a nonce twice',
    sent(charges, 'authorization.pin.nonce', newNonce),
  ],
  [
    'authorization.external_3ds_status',
    'knows no R',
    sent(charges, 'authorization.external_3ds.transaction_status', (it) => (it === 'R' ? 'X' : it)),
  ],
  [
    'authorization.avs_country',
    'takes lower case',
    sent(charges, 'authorization.avs.address.country', (it) => String(it).toUpperCase()),
  ],
  ['next_actions.redirect_url', 'sends no address', answered(charges, 'data.next_action.redirect_url', {})],
  ['next_actions.requires_otp', 'calls the charge failed', answered(charges, 'data.status', 'failed')],
  [
    'next_actions.qr_code',
    'sends a link',
    answered(charges, 'data.next_action.qr_code.image', 'https://x.example/qr.png'),
  ],
  ['charge_object.members', 'leaves the fees out', answered(charges, 'data.fees', undefined)],
  ['charge_object.members', 'writes amounts as text', answered(charges, 'data.amount', '1500.5')],
  ['charge_object.status', 'calls it successful', answered(charges, 'data.status', 'successful')],
  ['charge_object.processor_response', 'mixes up the codes', reworded(charges, '"code":"51"', '"code":"05"')],
  [
    'customers.name_first',
    'takes a single letter',
    sent(/\/customers$/, 'name.first', (it) => (it === 'A' ? 'Al' : it)),
  ],
  [
    'customers.phone_number',
    'takes 11 digits',
    sent(/\/customers$/, 'phone.number', (it) => (typeof it === 'string' ? it.slice(0, 10) : it)),
  ],
  [
    'payment_methods.account_expires_in',
    'takes 432001',
    sent(methods, 'bank_transfer.account_expires_in', (it) => (it === 432001 ? 432000 : it)),
  ],
  [
    'payment_methods.account_display_name',
    'takes 2 characters',
    sent(methods, 'bank_transfer.account_display_name', (it) => (it === 'Ad' ? 'Ada' : it)),
  ],
  [
    'payment_methods.card_shown',
    'shows the whole number',
    answered(methods, 'data.card.number', '4187427415564246'),
  ],
  ['payment_methods.card_shown', 'shows five digits', answered(methods, 'data.card.last4', '64246')],
  ['bills.validated', 'leaves the minimum out', answered(bills, 'data.minimum', undefined)],
  ['bills.validated', 'leaves the address out', answered(bills, 'data.address', undefined)],
  ['transfers.new', 'calls it QUEUED', answered(transfers, 'data.status', 'QUEUED')],
  ['transfers.created', 'writes the fee as text', answered(transfers, 'data.fee', '10.75')],
  ['transfers.created', 'leaves the flags out', answered(transfers, 'data.is_approved', undefined)],
  [
    'transfers.currency_refused',
    'takes yen',
    sent(transfers, 'currency', (it) => (it === 'JPY' ? 'NGN' : it)),
  ],
  [
    'transfers.currency_KES',
    'knows no shillings',
    sent(transfers, 'currency', (it) => (it === 'KES' ? 'XXX' : it)),
  ],
  ['transfers.branch_code', 'sends cedi anywhere', status(transfers, 400, 200)],
  [
    'transfers.reference_unique',
    'takes a reference twice',
    sent(transfers, 'reference', (it) => `${it}-${newNonce()}`),
  ],
  ['quickdocs.fields', 'explains no meta', answered(/\/meta\//, 'request_spec.spec.meta', undefined)],
  ['quickdocs.transfers', 'has no sample', answered(/\/meta\//, 'sample_request', undefined)],
  ['transactions.by_id', 'verifies under /v3 only', status(/[^3]\/transactions\//, 200, 404)],
  ['errors.400', 'writes codes as numbers', reworded(any, '"10400"', '10400')],
  ['errors.400', 'has no validation_errors', reworded(any, '"validation_errors"', '"errors"')],
  [
    'errors.401',
    'has no message on top',
    reworded(any, '"status":"failed","message"', '"status":"failed","text"'),
  ],
  ['errors.409', 'has another type', reworded(any, 'RESOURCE_CONFLICT', 'CONFLICT')],
  ['errors.409', 'calls the status error', reworded(any, '"status":"failed"', '"status":"error"')],
  ['whole_run.no_server_errors', 'has a fault', status(any, 400, 500)],
]

/** Turns a JSON body for the token endpoint into the form that is required. */
function formFromJson(): Between {
  return {
    request: (request) => {
      if (!token.test(request.url) || !request.body.startsWith('{')) return
      request.body = new URLSearchParams(JSON.parse(request.body) as Record<string, string>).toString()
      request.headers.set('content-type', 'application/x-www-form-urlencoded')
    },
  }
}

/** The answers that a rule about the whole run reads. */
const before = (id: string): string[] => (id.startsWith('whole_run') ? ['errors.400'] : [])

describe('a mistake of a server is reported by', () => {
  test.each(wrong)('%s when it %s', async (id, _, proxy) => {
    const { of } = await look(rulesOf(...before(id), id), behind(proxy))
    expect(of(id)).toMatchObject({ outcome: 'differs' })
    expect(of(id).differences[0]?.expected).not.toBe('')
  })

  test('every rule that notices it agrees with the emulator itself', async () => {
    const { results } = await look(rulesOf(...wrong.map(([id]) => id)), behind())
    expect(results.filter(({ outcome }) => outcome !== 'agrees')).toEqual([])
  })
})

describe('on a foreign address', () => {
  const more = answered(charges, 'data.risk', { score: 5 })
  const times = answered(charges, 'data.created_datetime', '2030-01-01T00:00:00+01:00')
  const rule = rulesOf('charge_object.members')

  test('additional members are reported without breaking a rule, except on an emulator', async () => {
    const foreign = (await look(rule, behind(more))).of('charge_object.members')
    expect(foreign).toMatchObject({ outcome: 'agrees', notes: ['additional members: risk'] })
    const emulator = await look(rule, behind(more), { target: { emulator: true } })
    expect(emulator.of('charge_object.members').outcome).toBe('differs')
  })

  test('date-times may have any RFC 3339 form, which is reported', async () => {
    const { outcome, notes } = (await look(rule, behind(times))).of('charge_object.members')
    expect([outcome, notes.length]).toEqual(['agrees', 1])
  })

  test('operations that the contract does not show need not be there', async () => {
    const { results } = await look(
      rulesOf('orders.', 'refunds.'),
      behind(status(/\/(orders|refunds)/, 400, 404)),
    )
    const outcomes = new Set(results.map(({ outcome }) => outcome))
    expect(outcomes).toEqual(new Set(['not applicable', 'skipped']))
  })

  test('scenario keys that are unknown there do not apply', async () => {
    const keys = header(charges, 'x-scenario-key', () => 'nobody:knows')
    const { results } = await look(rulesOf('next_actions.requires_'), behind(keys))
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['not applicable']))
  })
})
