import type { Charge } from '../../domain/charge/model.ts'
import type { AnswerKind } from '../../domain/kernel/enums.ts'
import { capturable, type Order } from '../../domain/order/model.ts'
import { each, type Html, html } from '../kit/html.ts'
import { formButtons } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

/** One field of an answer, and what it holds before the tester types. */
interface Typed {
  name: string
  label: string
  value?: string | undefined
}

const field = ({ name, label, value = '' }: Typed): Html =>
  html`<label>${label}<input name="authorization.${name}" value="${value}" data-as="typed" size="${Math.max(8, value.length)}" autocomplete="off" autocapitalize="off" spellcheck="false"></label>`

/** The fields of each kind of answer, and what its form is called. */
const answers: Record<AnswerKind, { what: string; fields(charge: Charge, isStrict: boolean): Html }> = {
  otp: { what: 'OTP', fields: () => field({ name: 'otp.code', label: 'Any OTP' }) },
  pin: {
    what: 'PIN',
    fields: (_charge, isStrict) =>
      isStrict
        ? html`${field({ name: 'pin.encrypted_pin', label: 'Encrypted PIN' })}${field({ name: 'pin.nonce', label: 'Its nonce' })}`
        : html`<input type="hidden" name="authorization.pin.nonce" value="{nonce}">${field({ name: 'pin.encrypted_pin', label: 'Any PIN' })}`,
  },
  avs: {
    what: 'address',
    fields: ({ customer: { address } }) =>
      html`${each(
        [
          { name: 'line1', label: 'Line 1', value: address?.line1 ?? '12 Marina Road' },
          { name: 'city', label: 'City', value: address?.city ?? 'Lagos' },
          { name: 'state', label: 'State', value: address?.state ?? 'Lagos' },
          { name: 'postal_code', label: 'Postal code' },
          { name: 'country', label: 'Country', value: address?.country ?? 'NG' },
        ],
        ({ name, ...rest }) => field({ name: `avs.address.${name}`, ...rest }),
      )}`,
  },
}

/** A form that sends any answer to a challenge as the merchant: wrong and malformed ones too, exactly as typed. */
export function answerForm({ base, world }: View, charge: Charge, kind: AnswerKind): Html {
  const { what, fields } = answers[kind]
  const isStrict = world.fixtures.encryption === 'strict'
  return html`<form class="row" data-call="put" data-url="${base}/charges/${encodeURIComponent(charge.id)}" data-step="${charge.step}/${charge.tries}" data-as-merchant data-said="The ${what} was sent as typed"><input type="hidden" name="authorization.type" value="${kind}">${fields(charge, isStrict)}${formButtons(`Send this ${what}`, 'plain')}</form>`
}

/** A form that captures a part of an order. */
export function captureForm({ base }: Pick<View, 'base'>, order: Order): Html {
  const most = capturable(order)
  return html`<form class="row" data-call="put" data-url="${base}/orders/${encodeURIComponent(order.id)}" data-step="${order.capturedAmount}" data-as-merchant data-said="Captured"><input type="hidden" name="action" value="capture"><label>Part of ${most} ${order.currency}; the rest is released<input name="amount" data-as="number" inputmode="decimal" size="10" placeholder="${most}"></label>${formButtons('Capture this amount', 'plain')}</form>`
}
