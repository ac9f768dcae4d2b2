import type { Customer } from '../../domain/customer/model.ts'
import { presentCustomer } from '../../wire/customer.ts'
import { presentPaymentMethod } from '../../wire/payment-method.ts'
import { html } from '../kit/html.ts'
import { copyable, facts, instant } from '../kit/parts.ts'
import { linked } from '../kit/story-links.ts'
import { nameOf } from './search.ts'
import { storyScreen } from './story-page.ts'

const title = (customer: Customer): string => nameOf(customer) || customer.email

/** One customer: the requests about them, and what belongs to them. */
export const customerScreen = storyScreen('/_emulator/ui/customers/:id', 'customers', (view, customer) => ({
  list: ['charges', 'Charges'],
  title: title(customer),
  heading: html`<bdi>${title(customer)}</bdi>`,
  about: facts([
    ['Customer', copyable(customer.id, 'the id')],
    ['E-mail', html`<bdi>${customer.email}</bdi>`],
    ['Created', instant(customer.createdAt, view.world.now())],
    [
      'Charges',
      html`<a href="${view.base}/_emulator/ui/charges?q=${encodeURIComponent(customer.id)}">All charges of this customer</a>`,
    ],
  ]),
  shown: presentCustomer(customer),
}))

/** One payment method: the requests about it, and the charges that were made with it. */
export const paymentMethodScreen = storyScreen(
  '/_emulator/ui/payment-methods/:id',
  'paymentMethods',
  (view, method) => ({
    list: ['charges', 'Charges'],
    title: view.emulator.words.title(method.type),
    heading: html`${view.emulator.words.title(method.type)}`,
    about: facts([
      ['Method', copyable(method.id, 'the id')],
      ['Customer', method.customerId === undefined ? undefined : linked(view, method.customerId)],
      [
        'Charges',
        html`<a href="${view.base}/_emulator/ui/charges?q=${encodeURIComponent(method.id)}">All charges with it</a>`,
      ],
    ]),
    shown: presentPaymentMethod(method),
  }),
)
