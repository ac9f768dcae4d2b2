import { z } from 'zod'
import { transferCurrencies } from '../contract.ts'
import { area, NotApplicable } from '../kit/rule.ts'
import { refusedV3, sendable, transfer, transferBody } from '../kit/transfers.ts'

/** contract, Transfer record; its states are not all shown. */
export const TransferRecord = z.strictObject({
  id: z.int(),
  account_number: z.string(),
  bank_code: z.string(),
  full_name: z.string(),
  // Observed: the name as in webhooks, and who approved.
  fullname: z.string().optional(),
  approver: z.string().nullable().optional(),
  created_at: z.string(),
  currency: z.string(),
  debit_currency: z.string(),
  amount: z.number(),
  fee: z.number(),
  status: z.string(),
  reference: z.string(),
  meta: z.unknown().refine((value) => value !== undefined, 'is absent'),
  narration: z.string(),
  complete_message: z.string(),
  requires_approval: z.literal([0, 1]),
  is_approved: z.literal([0, 1]),
  bank_name: z.string(),
})

const Created = z.strictObject({ status: z.string(), message: z.string(), data: TransferRecord })

/** contract, Create a transfer. */
export const transfers = area('transfers', [
  {
    id: 'created',
    rule: 'POST /v3/transfers answers with status, message and data, a complete transfer record',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await transfer(t)
      t.that(answer, answer.status >= 200 && answer.status < 300, 'success')
      t.fits(answer, Created)
    },
  },
  {
    id: 'status_code',
    rule: 'A transfer is queued with 200',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      t.status(await transfer(t), 200)
    },
  },
  {
    id: 'new',
    rule: 'A newly queued transfer has the status NEW',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      t.equal(await transfer(t), 'data.status', 'NEW')
    },
  },
  {
    id: 'values',
    rule: 'The record has the account, bank, amount, currency, narration and reference that were sent',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const body = await transferBody(t)
      const answer = sendable(t, await t.v3('POST', '/v3/transfers', { body }))
      for (const [name, value] of Object.entries(body))
        t.equal(answer, `data.${name === 'account_bank' ? 'bank_code' : name}`, value)
    },
  },
  ...transferCurrencies.map((currency) => ({
    id: `currency_${currency}`,
    rule: `currency ${currency} is taken`,
    basis: 'stated' as const,
    needs: ['secret_key'] as const,
    async check(t: Parameters<typeof transferBody>[0]) {
      const body = await transferBody(t, currency)
      const answer = sendable(t, await t.v3('POST', '/v3/transfers', { body }))
      t.that(answer, answer.status >= 200 && answer.status < 300, `a transfer in ${currency}`)
      t.equal(answer, 'data.currency', currency)
    },
  })),
  {
    id: 'branch_code',
    rule: 'destination_branch_code is required for GHS, and only for GHS',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const body = { ...(await transferBody(t, 'GHS')), destination_branch_code: undefined }
      refusedV3(t, await t.v3('POST', '/v3/transfers', { body }), 'GHS without destination_branch_code')
      t.equal(await transfer(t), 'data.currency', 'NGN')
    },
  },
  {
    id: 'reference_unique',
    rule: 'reference is unique: a second transfer with it is refused',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const reference = t.session.reference()
      t.equal(await transfer(t, { reference }), 'data.reference', reference)
      refusedV3(t, await transfer(t, { reference }), 'the reference is taken')
    },
  },
  {
    id: 'beneficiary',
    rule: 'beneficiary may be passed instead of account_bank and account_number',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const account = {
        account_bank: '044',
        account_number: '0690000031',
        beneficiary_name: 'Forrest Greene',
      }
      const saved = await t.v3('POST', '/v3/beneficiaries', { body: account })
      if (!t.target.emulator && [404, 405].includes(saved.status))
        throw new NotApplicable('there is no POST /v3/beneficiaries')
      t.that(saved, saved.at('data.id') !== undefined, 'a saved beneficiary')
      const elsewhere = { account_bank: undefined, account_number: undefined }
      const answer = await transfer(t, { ...elsewhere, beneficiary: saved.at('data.id') })
      t.equal(answer, 'data.account_number', account.account_number)
      t.equal(answer, 'data.bank_code', account.account_bank)
      refusedV3(t, await transfer(t, { ...elsewhere, beneficiary: 999_999_999 }), 'an unknown beneficiary')
    },
  },
  {
    id: 'debit_currency',
    rule: 'debit_currency: the balance to debit when paying out in another currency, shown in the record',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      t.equal(await transfer(t, { debit_currency: 'USD' }), 'data.debit_currency', 'USD')
      t.equal(await transfer(t), 'data.debit_currency', 'NGN')
    },
  },
  {
    id: 'queried',
    rule: 'The reference can be used to query the transfer: GET /v3/transfers?reference=, GET /v3/transfers/{id}',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const made = await transfer(t)
      const [id, reference] = [made.at('data.id'), made.string('data.reference')]
      const found = await t.v3('GET', `/v3/transfers?reference=${reference}`)
      t.equal(found, 'data.0.id', id)
      t.equal(await t.v3('GET', `/v3/transfers/${id}`), 'data.reference', reference)
      t.fits(found, TransferRecord, 'data.0')
    },
  },
  {
    id: 'list',
    rule: 'Lists of v3 are paginated and fetched in batches',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      // One more than a page contains.
      if (t.target.emulator) for (let made = 0; made < 11; made++) await transfer(t)
      const first = await t.v3('GET', '/v3/transfers?page=1')
      t.that(first, Array.isArray(first.at('data')), 'data: an array')
      t.that(first, typeof first.at('meta.page_info.total') === 'number', 'meta.page_info.total: a number')
      const total = Number(first.at('meta.page_info.total'))
      t.that(first, first.list('data').length < total || total <= 10, 'a batch of all')
      if (total <= first.list('data').length) return
      const second = await t.v3('GET', '/v3/transfers?page=2')
      t.that(second, second.at('data.0.id') !== first.at('data.0.id'), 'another batch than that of page 1')
    },
  },
  {
    id: 'refusals',
    rule: 'A refused transfer is told as status error, message and data null; an unknown id is a 404',
    basis: 'chosen',
    needs: ['secret_key'],
    async check(t) {
      const V3Error = z.strictObject({
        status: z.literal('error'),
        message: z.string().min(1),
        data: z.null(),
      })
      const answer = await t.v3('POST', '/v3/transfers', { body: {} })
      t.status(answer, 400)
      t.fits(answer, V3Error)
      const unknown = await t.v3('GET', '/v3/transfers/999999999')
      t.status(unknown, 404)
      t.fits(unknown, V3Error)
    },
  },
  {
    id: 'refused_scenario',
    rule: 'X-Scenario-Key refuses a transfer as the key says',
    basis: 'chosen',
    needs: ['secret_key', 'control'],
    async check(t) {
      for (const key of ['scenario:amount_below_limit_error', 'scenario:disabled_transfer'])
        refusedV3(t, await transfer(t, {}, { 'X-Scenario-Key': key }), key)
    },
  },
])
