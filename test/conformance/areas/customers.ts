import { WireCustomer } from '../../../src/wire/customer.ts'
import { customer } from '../kit/bodies.ts'
import { type Member, memberRule, resourcePlace } from '../kit/member.ts'
import { area, NotApplicable, type Rule } from '../kit/rule.ts'
import { absent } from './absent.ts'
import { addressMembers, nameMembers, phoneMembers } from './values.ts'

const place = resourcePlace('/customers', customer)
const inside = (prefix: string, members: readonly Member[]): Member[] =>
  members.map((member) => ({ ...member, field: `${prefix}.${member.field}`, echoed: true }))

const members: Member[] = [
  {
    id: 'email',
    rule: 'email: string in ordinary e-mail address format',
    field: 'email',
    takes: ['a.b+c@sub.example.com'],
    refuses: ['no-at.example.com', 'a@', '@example.com', 'a b@example.com', '', 5],
    echoed: true,
  },
  {
    id: 'email_required',
    rule: 'email is required',
    basis: 'chosen',
    field: 'email',
    refuses: [undefined, null],
  },
  ...inside('name', nameMembers('name_')),
  ...inside('phone', phoneMembers('phone_')),
  ...inside('address', addressMembers('address_')),
  {
    id: 'meta',
    rule: 'meta: map of string keys to string values',
    field: 'meta',
    takes: [{}, { tier: 'gold' }],
    refuses: ['text'],
    echoed: true,
  },
  {
    id: 'meta_values',
    rule: 'meta: its values are strings',
    field: 'meta.count',
    refuses: [5, null],
  },
]

/** contract, Customer, Name, Phone, Email, Address; the operations are not shown. */
export const customers: Rule[] = absent(
  '/customers',
  area('customers', [
    {
      id: 'created',
      rule: 'POST /customers creates a customer with 201: id, address, email, name, phone, meta, created_datetime',
      basis: 'chosen',
      needs: ['token'],
      async check(t) {
        const sent = customer()
        const answer = await t.service('POST', '/customers', { body: sent })
        t.status(answer, 201)
        t.fits(answer, WireCustomer, 'data')
        for (const [name, value] of Object.entries(sent)) t.equal(answer, `data.${name}`, value)
      },
    },
    {
      id: 'fetched',
      rule: 'GET /customers/{id} gives the same customer; an unknown id is a 404',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const { customerId } = await t.session.payer()
        const answer = await t.service('GET', `/customers/${customerId}`)
        t.status(answer, 200)
        t.equal(answer, 'data.id', customerId)
        t.fits(answer, WireCustomer, 'data')
        t.status(await t.service('GET', '/customers/cus_nobody00000'), 404)
      },
    },
    {
      id: 'searched',
      rule: 'POST /customers/search finds a customer by its e-mail address',
      basis: 'chosen',
      needs: ['token'],
      async check(t) {
        const sent = customer()
        const made = await t.service('POST', '/customers', { body: sent })
        const found = await t.service('POST', '/customers/search', { body: { email: sent.email } })
        if (!t.target.emulator && found.status === 404) throw new NotApplicable('there is no search')
        t.status(found, 200)
        t.equal(found, 'data.0.id', made.at('data.id'))
      },
    },
    {
      id: 'changed',
      rule: 'PUT /customers/{id} replaces what is sent and leaves the rest',
      basis: 'chosen',
      needs: ['token'],
      async check(t) {
        const sent = customer()
        const made = await t.service('POST', '/customers', { body: sent })
        const name = { first: 'Kwame', last: 'Mensah' }
        const changed = await t.service('PUT', `/customers/${made.string('data.id')}`, { body: { name } })
        t.status(changed, 200)
        t.equal(changed, 'data.name', name)
        t.equal(changed, 'data.email', sent.email)
      },
    },
    ...members.map((member) => memberRule(place, member)),
  ]),
)
