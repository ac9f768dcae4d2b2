import * as z from 'zod'
import { settlementStatuses } from '../../domain/kernel/enums.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { Currency } from '../../domain/kernel/values.ts'
import { settlementStatus, statementsOf } from '../../domain/settlement/statement.ts'
import type { World } from '../../emulator/world.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentSettlement, WireSettlement } from '../../wire/settlement.ts'
import { reads, TimeFilter, timeFilter } from './common.ts'

const ListSettlements = z.object({
  ...PageQuery,
  ...TimeFilter,
  currency: Currency.optional(),
  status: z.enum(settlementStatuses).optional(),
})

const common = { ...reads('Settlements'), method: 'get' } as const

/** What lists of settlements are filtered by. */
type SettlementFilter = Pick<z.output<typeof ListSettlements>, 'status' | 'currency' | 'from' | 'to'>

/** The settlements that fit a query, newest first. */
export function settlementsBy(world: World, query: SettlementFilter) {
  const { status, currency } = query
  const now = world.now()
  const inTime = timeFilter(query)
  return filter(
    world.state.settlements.newestFirst(),
    (settlement) =>
      (currency === undefined || settlement.currency === currency) &&
      (status === undefined || settlementStatus(settlement, now) === status) &&
      inTime(settlement.createdAt),
  )
}

export const settlementOperations = [
  operation({
    ...common,
    id: 'listSettlements',
    path: '/settlements',
    summary: 'List settlements, newest first',
    description:
      'A charge settles a day after its success, unless the fixtures say otherwise, and joins the open settlement of its currency. A settlement is opened when something is added and none is open; a day later it is completed: paid out. Refunds and chargebacks of charges that were settled before are deducted from the open settlement.',
    query: ListSettlements,
    responses: { 200: ListEnvelope(WireSettlement) },
    handle: ({ query: q, world }) => {
      const now = world.now()
      const statements = statementsOf(world.state)
      const settlements = settlementsBy(world, q)
      return pageOf('Settlements fetched', settlements, q, (settlement) =>
        presentSettlement(settlement, statements.get(settlement.id), now),
      )
    },
  }),
  operation({
    ...common,
    id: 'getSettlement',
    path: '/settlements/:id',
    summary: 'Retrieve a settlement, which `settlement_id` of a charge names',
    responses: { 200: Envelope(WireSettlement) },
    refusals: [404],
    handle: ({ world, param }) => {
      const settlement = mustFind(world.state, 'settlements', param('id'))
      const statement = statementsOf(world.state).get(settlement.id)
      return success(200, 'Settlement fetched', presentSettlement(settlement, statement, world.now()))
    },
  }),
]
