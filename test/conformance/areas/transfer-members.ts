import { memberRule } from '../kit/member.ts'
import { randomText } from '../kit/random.ts'
import { area } from '../kit/rule.ts'
import { transferPlace } from '../kit/transfers.ts'

/** contract, Create a transfer: the members of the body. */
export const transferMembers = area('transfers', [
  memberRule(transferPlace, {
    id: 'amount',
    rule: 'amount: required, at least 0.01',
    field: 'amount',
    refuses: [0, -1, 0.009, 'ten', undefined],
  }),
  memberRule(transferPlace, {
    id: 'amount_minimum',
    rule: 'amount: 0.01 is enough',
    basis: 'chosen',
    field: 'amount',
    takes: [0.01],
    echoed: true,
  }),
  memberRule(transferPlace, {
    id: 'currency_refused',
    rule: 'currency: one of NGN, GHS, KES, UGX, TZS, USD',
    field: 'currency',
    refuses: ['XXX', 'JPY', 'ngn', 5],
  }),
  memberRule(transferPlace, {
    id: 'reference_bounds',
    rule: 'reference: 6 to 42 letters, digits and hyphens, in v3 also _',
    basis: 'chosen',
    field: 'reference',
    takes: (t) => [t.session.reference(6), t.session.reference(42), `cf_${randomText(10)}`],
    refuses: () => [randomText(5), randomText(43), `${randomText(8)} x`, `${randomText(8)}é`],
    echoed: true,
  }),
  memberRule(transferPlace, {
    id: 'narration',
    rule: 'narration: text describing the transfer, shown in the record',
    field: 'narration',
    takes: ['Salary for January'],
    echoed: true,
  }),
  memberRule(transferPlace, {
    id: 'callback_url',
    rule: 'callback_url: URL that receives the final transfer response',
    field: 'callback_url',
    takes: ['https://merchant.example/transfers'],
    refuses: ['not a url'],
  }),
  memberRule(transferPlace, {
    id: 'beneficiary_name',
    rule: 'beneficiary_name: name of the beneficiary',
    field: 'beneficiary_name',
    takes: ['Forrest Greene'],
  }),
  memberRule(transferPlace, {
    id: 'account_bank_required',
    rule: 'account_bank is needed where no beneficiary is given',
    basis: 'chosen',
    field: 'account_bank',
    refuses: [undefined, '', 'nobank'],
  }),
  memberRule(transferPlace, {
    id: 'account_number_required',
    rule: 'account_number is needed where no beneficiary is given',
    basis: 'chosen',
    field: 'account_number',
    refuses: [undefined, ''],
  }),
])
