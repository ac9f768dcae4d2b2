/** Lists of the contract, word for word: the suite must not take its expectations from the emulator. */

export const currencies =
  'AED AFN ALL AMD ANG AOA AQD ARS AUD AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYR BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CYP CZK DJF DKK DOP DZD ECS EEK EGP ETB EUR FJD FKP GBP GEL GGP GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MTL MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SKK SLL SOS SRD STD SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VEF VND VUV XAF XCD XOF XPF YER ZAR ZMK ZWD ZMW USDC USDT RLUSD'.split(
    ' ',
  )

export const processorResponses: Record<string, string> = Object.fromEntries(
  'approved 00; refer_to_issuer 01; refer_to_issuer_special_condition 02; invalid_merchant 03; pick_up_card_no_fraud 04; do_not_honor 05; error 06; pick_up_card_fraud 07; partial_approval 10; invalid_transaction 12; invalid_amount 13; invalid_account_number 14; no_such_issuer 15; reenter_transaction 19; no_action_taken 21; unable_to_locate_record_in_file 25; file_temporarily_not_available 28; lost_card_pick_up 41; stolen_card_pick_up 43; insufficient_funds 51; no_checking_account 52; no_savings_account 53; expired_card 54; incorrect_pin 55; transaction_not_permitted_card 57; transaction_not_permitted_terminal 58; suspected_fraud 59; exceeds_approval_amount_limit 61; invalid_restricted_service_code 62; security_violation 63; transaction_does_not_fulfill_aml_req 64; exceeds_withdrawal_limit 65; pin_data_required 70; pin_entry_tries_exceeded 75; unsolicited_reversal 76; blocked_first_use 78; already_reversed 79; negative_cvv_result 82; no_reason_to_decline 85; cannot_verify_pin 86; issuer_unavailable 91; unable_to_route_transaction 92; cannot_complete_violation_of_law 93; system_error 96; invalid_cvv 97'
    .split('; ')
    .map((pair) => pair.split(' ') as [string, string]),
)

export const chargeStatuses = ['succeeded', 'pending', 'failed', 'voided']

export const cardNetworks = [
  'MASTERCARD',
  'VISA',
  'AMERICAN EXPRESS',
  'DISCOVER',
  'VERVE',
  'AFRIGO',
  'UNKNOWN',
]

export const paymentMethodTypes = [
  'card',
  'bank_account',
  'mobile_money',
  'walletpay',
  'devicewallet_a',
  'devicewallet_b',
  'ussd',
  'bank_transfer',
]

export const transferCurrencies = ['NGN', 'GHS', 'KES', 'UGX', 'TZS', 'USD']

/** Fields of a transfer request. */
export const transferFields = [
  'account_bank',
  'account_number',
  'beneficiary',
  'amount',
  'narration',
  'currency',
  'reference',
  'beneficiary_name',
  'callback_url',
  'debit_currency',
  'destination_branch_code',
  'meta',
]

/** `error.type` and `error.code` by HTTP status. */
export const errors: Record<number, { type: string; code: string }> = {
  400: { type: 'REQUEST_NOT_VALID', code: '10400' },
  401: { type: 'UNAUTHORIZED', code: '10401' },
  403: { type: 'FORBIDDEN', code: '10403' },
  409: { type: 'RESOURCE_CONFLICT', code: '10409' },
}

/** Status codes that the contract does not show, as the emulator chose them. */
export const chosenErrors: Record<number, { type: string; code: string }> = {
  404: { type: 'RESOURCE_NOT_FOUND', code: '10404' },
  405: { type: 'METHOD_NOT_ALLOWED', code: '10405' },
}
