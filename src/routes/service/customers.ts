import * as z from 'zod'
import { type CustomerDetails, customerMatches, findCustomer } from '../../domain/customer/commands.ts'
import { Address, camelKeys, Email, Meta, Name, Phone } from '../../domain/kernel/values.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentCustomer, WireCustomer } from '../../wire/customer.ts'
import { createHeaders, serviceHeaders } from './common.ts'

/** contract, Customer. */
export const CreateCustomer = z.object({
  email: Email,
  name: Name.optional(),
  phone: Phone.optional(),
  address: Address.optional(),
  meta: Meta.optional(),
})

const UpdateCustomer = CreateCustomer.partial().refine(
  (body) => Object.values(body).some((value) => value !== undefined),
  'must contain at least one of email, name, phone, address, meta',
)

/** Values that a customer must match in full, ignoring case. */
const SearchCustomers = z
  .object({
    email: z.string().min(1).optional(),
    name: z
      .object({ first: z.string().optional(), middle: z.string().optional(), last: z.string().optional() })
      .optional(),
    phone: z.object({ country_code: z.string().optional(), number: z.string().optional() }).optional(),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'must contain at least one of email, name, phone',
  )
  .meta({ examples: [{ email: 'adaobi@example.com' }] })

const CustomerEnvelope = Envelope(WireCustomer)
const tag = 'Customers'
const newest = 'newest first'

export const customerOperations = [
  operation({
    id: 'listCustomers',
    method: 'get',
    path: '/customers',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: `List customers, ${newest}`,
    headers: serviceHeaders,
    query: z.object({ ...PageQuery, email: z.string().optional() }),
    responses: { 200: ListEnvelope(WireCustomer) },
    handle: ({ query: q, world }) => {
      const matching = filter(world.state.customers.newestFirst(), (it) =>
        customerMatches(it, { email: q.email }),
      )
      return pageOf('Customers fetched', matching, q, presentCustomer)
    },
  }),
  operation({
    id: 'createCustomer',
    method: 'post',
    path: '/customers',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Create a customer',
    headers: createHeaders,
    body: CreateCustomer,
    idempotent: true,
    responses: { 201: CustomerEnvelope },
    refusals: [409],
    handle: ({ world, body }) => {
      const customer = world.dispatch('customer.create', { ...customerDetails(body), email: body.email })
      return success(201, 'Customer created', presentCustomer(customer))
    },
  }),
  operation({
    id: 'searchCustomers',
    method: 'post',
    path: '/customers/search',
    storesNothing: true,
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: `Find customers by e-mail address, name or phone, ${newest}`,
    headers: serviceHeaders,
    query: z.object(PageQuery),
    body: SearchCustomers,
    responses: { 200: ListEnvelope(WireCustomer) },
    handle: ({ world, body, query }) => {
      const wanted = camelKeys(body)
      const matching = filter(world.state.customers.newestFirst(), (customer) =>
        customerMatches(customer, wanted),
      )
      return pageOf('Customers fetched', matching, query, presentCustomer)
    },
  }),
  operation({
    id: 'getCustomer',
    method: 'get',
    path: '/customers/:id',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'Retrieve a customer',
    headers: serviceHeaders,
    responses: { 200: CustomerEnvelope },
    refusals: [404],
    handle: ({ world, param }) =>
      success(200, 'Customer fetched', presentCustomer(findCustomer(world.state, param('id')))),
  }),
  operation({
    id: 'updateCustomer',
    method: 'put',
    path: '/customers/:id',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Update a customer',
    description: 'Omitted fields are unchanged. Existing charges keep the previous details of the customer.',
    headers: createHeaders,
    body: UpdateCustomer,
    idempotent: true,
    responses: { 200: CustomerEnvelope },
    refusals: [404, 409],
    handle: ({ world, body, param }) => {
      const customer = world.dispatch('customer.update', { id: param('id'), details: customerDetails(body) })
      return success(200, 'Customer updated', presentCustomer(customer))
    },
  }),
]

/** A customer of a request body. */
export const customerDetails = (body: z.output<typeof UpdateCustomer>): CustomerDetails =>
  camelKeys(body) as CustomerDetails
