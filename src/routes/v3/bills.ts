import * as z from 'zod'
import { type BillValidation, validateBill } from '../../domain/bill/validate.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { serviceHeaders } from '../service/common.ts'
import { V3Envelope } from './envelope.ts'

const CustomerQuery = z.object({
  code: z
    .string()
    .min(1, 'must not be empty')
    .describe('Biller code')
    .meta({ examples: ['BIL112'] }),
  customer: z
    .string()
    .min(1, 'must not be empty')
    .max(100, 'must have at most 100 characters')
    .describe('Meter number, smartcard number, internet account number or similar')
    .meta({ examples: ['45700000001'] }),
})

/** contract, Validate bill customer details: exactly its fields. */
const WireBillValidation = z
  .strictObject({
    response_code: z.string().meta({ examples: ['00'] }),
    response_message: z.string().meta({ examples: ['Successful'] }),
    name: z
      .string()
      .describe('Account holder name')
      .meta({ examples: ['Adaobi Okafor'] }),
    biller_code: z.string().meta({ examples: ['BIL112'] }),
    customer: z.string().meta({ examples: ['45700000001'] }),
    product_code: z.string().meta({ examples: ['UB157'] }),
    address: z
      .string()
      .nullable()
      .meta({ examples: ['12 Marina Road, Lagos'] }),
    email: z
      .string()
      .nullable()
      .meta({ examples: ['adaobi@example.com'] }),
    fee: z.number().meta({ examples: [100] }),
    maximum: z
      .number()
      .describe('0: no limit')
      .meta({ examples: [500000] }),
    minimum: z.number().meta({ examples: [500] }),
  })
  .meta({ id: 'BillValidation' })

const present = (found: BillValidation): z.input<typeof WireBillValidation> => ({
  response_code: '00',
  response_message: 'Successful',
  name: found.name,
  biller_code: found.billerCode,
  customer: found.customer,
  product_code: found.item.code,
  address: found.address ?? null,
  email: found.email ?? null,
  fee: found.item.fee,
  maximum: found.item.maximum,
  minimum: found.item.minimum,
})

const message = 'Item validated successfully'

export const billOperations = [
  operation({
    id: 'validateBillItem',
    method: 'get',
    path: '/v3/bill-items/:item_code/validate',
    family: 'v3',
    access: 'secret_key',
    tag: 'v3 bills',
    summary: 'Validate bill customer details',
    description:
      'Returns the customer of a meter number, smartcard number, internet account number or similar.',
    headers: serviceHeaders,
    params: {
      item_code: z
        .string()
        .describe('The bill item identifier')
        .meta({ examples: ['UB157'] }),
    },
    query: CustomerQuery,
    responses: { 200: V3Envelope(message, WireBillValidation) },
    refusals: [404],
    handle: ({ world, query, param }) => {
      const input = { itemCode: param('item_code'), billerCode: query.code, customer: query.customer }
      return success(200, message, present(validateBill(world.fixtures.v3, input)))
    },
  }),
]
