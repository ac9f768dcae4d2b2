import { expect, test } from './fixture.ts'
import { pay } from './payer.ts'

/** Possible decisions of the issuer; only the first one pays. */
const verdicts = [
  ...['approved', 'refer_to_issuer', 'refer_to_issuer_special_condition', 'invalid_merchant'],
  ...['pick_up_card_no_fraud', 'do_not_honor', 'error', 'pick_up_card_fraud', 'partial_approval'],
  ...['invalid_transaction', 'invalid_amount', 'invalid_account_number', 'no_such_issuer'],
  ...['reenter_transaction', 'no_action_taken', 'unable_to_locate_record_in_file'],
  ...['file_temporarily_not_available', 'lost_card_pick_up', 'stolen_card_pick_up', 'insufficient_funds'],
  ...['no_checking_account', 'no_savings_account', 'expired_card', 'incorrect_pin'],
  ...['transaction_not_permitted_card', 'transaction_not_permitted_terminal', 'suspected_fraud'],
  ...['exceeds_approval_amount_limit', 'invalid_restricted_service_code', 'security_violation'],
  ...['transaction_does_not_fulfill_aml_req', 'exceeds_withdrawal_limit', 'pin_data_required'],
  ...['pin_entry_tries_exceeded', 'unsolicited_reversal', 'blocked_first_use', 'already_reversed'],
  ...['negative_cvv_result', 'no_reason_to_decline', 'cannot_verify_pin', 'issuer_unavailable'],
  ...['unable_to_route_transaction', 'cannot_complete_violation_of_law', 'system_error', 'invalid_cvv'],
]

/** Flows in which the payer has to act first. */
const flows = ['auth_pin', 'auth_3ds', 'auth_redirect', 'auth_avs', 'auth_pin_3ds']

const cases = [
  ...verdicts.map((verdict) => ({
    key: `issuer:${verdict}`,
    status: verdict === 'approved' ? 'succeeded' : 'failed',
  })),
  ...flows.map((flow) => ({ key: `scenario:${flow}`, status: 'succeeded' })),
]

test.concurrent.for(cases)(
  'with $key the order is $status, though the shop is down for three deliveries',
  async ({ key, status }, { payments, shop, world }) => {
    shop.failures = 3
    const order = {
      reference: 'order-0001',
      amount: 2500,
      currency: 'NGN',
      customerId: 'cus_adaobi0001',
      paymentMethodId: 'pmd_card000001',
    }
    const charge = await payments.charge(order, key)
    await pay(world, payments, charge.id)

    // First delivery after 1 s, retries 5, 30 and 300 s later; a token lives for 10 minutes.
    await world.clock.advance('11m')

    expect(shop.deliveries).toHaveLength(4)
    expect(new Set(shop.deliveries).size).toBe(1)
    expect(shop.taken).toMatchObject([{ type: 'charge.completed', data: { id: charge.id, status } }])
    expect((await payments.find(charge.id)).status).toBe(status)
    expect(payments.tokens).toBe(2)
  },
)
