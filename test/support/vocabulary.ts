import { contractWords, type Vocabulary } from '../../src/domain/fixtures/vocabulary.ts'

/** A vocabulary that no service has. */
export const madeUp: Vocabulary = {
  paymentMethodTypes: {
    card: 'plastic',
    bank_account: 'passbook',
    mobile_money: 'momo',
    walletpay: 'purse',
    devicewallet_a: 'gadget_one',
    devicewallet_b: 'gadget-two',
    ussd: 'dial',
    bank_transfer: 'wire_over',
  },
  webhookHeader: 'X-Made-Up-Signature',
  serviceRef: 'made_up_ref',
}

/** A vocabulary in which only some words are not the contract's. */
export const partly: Vocabulary = {
  ...contractWords,
  paymentMethodTypes: { ...contractWords.paymentMethodTypes, card: 'plastic' },
}
