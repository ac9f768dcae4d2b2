import type { Charge } from '../../domain/charge/model.ts'
import type { PayerNextAction } from '../../domain/charge/next-actions.ts'
import { type Html, html, none, when } from '../kit/html.ts'
import type { View } from '../kit/view.ts'

/** What a payer is asked to do, and by whom. */
export interface PayerTask {
  brand: string
  title: string
  lead: string
  detail: Html
  approve: string
  decline: string
}

/** A name and its value in the list of a page. */
export const row = (name: string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** A button that copies a text. */
export const copyButton = (text: string, what: string): Html =>
  html`<button type="button" class="copy" data-copy="${text}" aria-label="Copy ${what}">Copy</button>`

/** A hosted page: the issuer's 3DS challenge for cards, an approval for wallets, a plain page for the rest. */
function hosted(
  { method, customer }: Charge,
  _next: PayerNextAction,
  { emulator: { words } }: View,
): PayerTask {
  const name = customer.name?.first
  if (method.type === 'card')
    return {
      brand: 'Your card’s bank · secure check',
      title: 'Is this you?',
      lead: 'A shop asks for a payment with your card. Confirm it only if you expect it.',
      detail: html`<dl>${row(words.title('card'), html`<code>•••• ${method.details.last4}</code> ${method.details.network}`)}${when(name, () => row('Card holder', [customer.name?.first, customer.name?.last].filter(Boolean).join(' ')))}</dl>`,
      approve: 'Yes, confirm the payment',
      decline: 'No, decline it',
    }
  const wallet: PayerTask = {
    brand: words.title(method.type, 'Wallet'),
    title: name === undefined ? 'Pay with your wallet' : `Hello ${name}, pay with your wallet?`,
    lead: 'The shop is paid as soon as you approve.',
    detail: html`<dl>${row('From', html`${customer.email}`)}</dl>`,
    approve: 'Approve',
    decline: 'Decline',
  }
  const plain: PayerTask = {
    brand: words.title(method.type, 'Payment page'),
    title: 'Complete your payment',
    lead: 'Approve the payment to return to the shop.',
    detail: none,
    approve: 'Pay',
    decline: 'Decline',
  }
  const isWallet = ['walletpay', 'devicewallet_a', 'devicewallet_b'].includes(method.type)
  return isWallet ? wallet : plain
}

/** A code to dial, such as `*000*123456#`. */
const dialCode = /\*[\d*]+#/

/** The mobile money account that pays, if any. */
const mobileAccount = ({ method }: Charge) => (method.type === 'mobile_money' ? method.details : undefined)

function instruction(charge: Charge, note: string): PayerTask {
  const code = dialCode.exec(note)?.[0]
  const account = mobileAccount(charge)
  return {
    brand: account?.network ?? 'Your phone',
    title: code === undefined ? 'Look at your phone' : 'Dial this code',
    lead: note,
    detail: html`${when(code, () => html`<p class="dial"><code>${code}</code>${copyButton(code ?? '', 'the code')}</p>`)}${account ? html`<dl>${row('Phone', html`<code>+${account.countryCode} ${account.phoneNumber}</code>`)}</dl>` : ''}`,
    approve: code === undefined ? 'I approved it on my phone' : 'I dialled and confirmed',
    decline: 'Decline',
  }
}

/** What the payer is asked to do, by kind of next action. */
const tasks: {
  [K in PayerNextAction['type']]: (
    charge: Charge,
    next: Extract<PayerNextAction, { type: K }>,
    view: View,
  ) => PayerTask
} = {
  redirect_url: hosted,
  payment_instruction: (charge, { note }) => instruction(charge, note),
  requires_bank_transfer: (_charge, next, { emulator }) => ({
    brand: emulator.words.title('bank_transfer'),
    title: 'Transfer the exact amount',
    lead: next.note ?? 'Use your bank’s app, then come back here.',
    detail: html`<dl>${row('Account number', html`<code class="account">${next.accountNumber}</code>${copyButton(next.accountNumber, 'the account number')}`)}${row('Bank', next.bankName)}${row('Account', `${next.accountType}, for this payment`)}</dl>`,
    approve: 'I have sent the money',
    decline: 'Cancel the payment',
  }),
  qr_code: ({ method }, next, view) => ({
    brand: 'network' in method.details ? method.details.network : 'Scan to pay',
    title: 'Scan this code',
    lead: 'Open the app that you pay with and scan the code, or approve here.',
    detail: html`<p class="qr"><img src="${view.emulator.ports.qrCode(next.url)}" alt="QR code that leads to this page" width="220" height="220"></p>`,
    approve: 'I scanned and approved',
    decline: 'Decline',
  }),
}

/** What the payer of a waiting charge is asked to do. */
export function payerTask(view: View, charge: Charge, next: PayerNextAction): PayerTask {
  const task = tasks[next.type] as (charge: Charge, next: PayerNextAction, view: View) => PayerTask
  return task(charge, next, view)
}
