import type { Answer } from '../kit/answer.ts'
import { area } from '../kit/rule.ts'
import { refusedV3, transfer } from '../kit/transfers.ts'
import type { Trial } from '../kit/trial.ts'
import { TransferRecord } from './transfers.ts'

/** A separate world, whose clock the rule may advance. */
const apart = (t: Trial): Promise<Trial> => t.inWorld('conformance-transfers')
const advance = (t: Trial, by: string) => t.control('POST', '/clock/advance', { by })
const read = (t: Trial, made: Answer) => t.v3('GET', `/v3/transfers/${made.at('data.id')}`)

/** How a transfer ends: chosen, and visible where time can be advanced. */
export const transferLife = area('transfer_life', [
  {
    id: 'successful',
    rule: 'A transfer runs NEW, PENDING, SUCCESSFUL on the timer; complete_message is filled at its end',
    basis: 'chosen',
    needs: ['secret_key', 'control'],
    async check(there) {
      const t = await apart(there)
      await t.control('PUT', '/clock', { mode: 'frozen' })
      const made = await transfer(t)
      t.equal(made, 'data.status', 'NEW')
      t.equal(made, 'data.complete_message', '')
      await advance(t, '1s')
      t.equal(await read(t, made), 'data.status', 'PENDING')
      await advance(t, '4s')
      const ended = await read(t, made)
      t.equal(ended, 'data.status', 'SUCCESSFUL')
      t.that(ended, ended.string('data.complete_message') !== '', 'a complete_message')
      t.fits(ended, TransferRecord, 'data')
    },
  },
  {
    id: 'markers',
    rule: 'The ending of a reference brings an outcome about: _PMCK succeeds, _PMCK_ST_F fails',
    basis: 'observed',
    needs: ['secret_key', 'control'],
    async check(there) {
      const t = await apart(there)
      for (const [ending, status] of [
        ['_PMCK', 'SUCCESSFUL'],
        ['_PMCK_ST_F', 'FAILED'],
      ]) {
        const made = await transfer(t, { reference: t.session.reference() + ending })
        await advance(t, '1m')
        t.equal(await read(t, made), 'data.status', status)
      }
    },
  },
  {
    id: 'retries',
    rule: 'A failed transfer can be retried under a reference of its own; one that did not fail cannot',
    basis: 'chosen',
    needs: ['secret_key', 'control'],
    async check(there) {
      const t = await apart(there)
      const failed = await transfer(t, {}, { 'X-Scenario-Key': 'scenario:failed' })
      const path = `/v3/transfers/${failed.at('data.id')}/retries`
      refusedV3(t, await t.v3('POST', path), 'it has not failed yet')
      await advance(t, '1m')
      t.equal(await read(t, failed), 'data.status', 'FAILED')
      const retried = await t.v3('POST', path)
      t.status(retried, 200)
      t.that(retried, retried.at('data.reference') !== failed.at('data.reference'), 'another reference')
      t.equal(await t.v3('GET', path), 'data.0.id', retried.at('data.id'))
    },
  },
  {
    id: 'approval',
    rule: 'scenario:requires_approval: requires_approval 1, is_approved 0, and the transfer stays NEW',
    basis: 'chosen',
    needs: ['secret_key', 'control'],
    async check(there) {
      const t = await apart(there)
      const made = await transfer(t, {}, { 'X-Scenario-Key': 'scenario:requires_approval' })
      t.equal(made, 'data.requires_approval', 1)
      t.equal(made, 'data.is_approved', 0)
      await advance(t, '1m')
      t.equal(await read(t, made), 'data.status', 'NEW')
    },
  },
  {
    id: 'balance',
    rule: 'A transfer takes its amount and fee from the balance of debit_currency; without funds it fails',
    basis: 'chosen',
    needs: ['secret_key', 'control'],
    async check(there) {
      const t = await apart(there)
      const available = async () =>
        Number((await t.v3('GET', '/v3/balances/NGN')).at('data.available_balance'))
      const before = await available()
      const made = await transfer(t)
      const debit = Number(made.at('data.amount')) + Number(made.at('data.fee'))
      await advance(t, '1m')
      const after = await available()
      t.that(
        made,
        Math.abs(before - after - debit) < 0.005,
        `${debit} less`,
        `${before} before, ${after} after`,
      )
      const broke = await transfer(t, { debit_currency: 'ZAR' })
      await advance(t, '1m')
      t.equal(await read(t, broke), 'data.status', 'FAILED')
    },
  },
])
