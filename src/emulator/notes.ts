import type { Charge } from '../domain/charge/model.ts'
import type { Chargeback } from '../domain/chargeback/model.ts'
import type { CommandInput, CommandResult, CommandType } from '../domain/commands.ts'
import { formatDuration } from '../domain/kernel/duration.ts'
import type { ClockMode } from '../domain/kernel/enums.ts'
import type { Act } from '../domain/kernel/session.ts'
import type { State } from '../domain/kernel/state.ts'
import type { Rule } from '../domain/scenario/rule.ts'
import { conditionsOf } from '../domain/scenario/rule-match.ts'
import type { StoredNote } from '../domain/stored/journal.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import type { VirtualAccount } from '../domain/virtual-account/model.ts'
import { isoTime } from '../wire/time.ts'

/** Something that happened in a world and is in no other record. */
export interface Note extends Pick<StoredNote, 'kind' | 'what' | 'about'> {
  readonly deliveryId?: StoredNote['deliveryId']
  /** What a recorded session repeats; not part of snapshots. */
  readonly act?: Act
  attempt?: StoredNote['attempt']
  readonly to?: StoredNote['to']
  readonly actor?: StoredNote['actor']
}

/** A note in the log: when it was made, in milliseconds of the world's clock, and after how many requests. */
export interface LoggedNote {
  readonly at: number
  readonly after: number
  readonly note: Note
}

type Describe<K extends CommandType> = (
  input: CommandInput<K>,
  result: CommandResult<K>,
  state: State,
) => Note | undefined

/** A value with a history. */
type Told = Charge | Transfer | Chargeback

/** A line of a history, and whose it is. */
export const lineText = (
  { id, reference }: Pick<Told, 'id' | 'reference'>,
  { actor, note, status }: { actor: string; note: string; status: string },
): string => `${id} (${reference}) ${actor}: ${note}${status === 'pending' ? '' : ` → ${status}`}`

/** The newest line of a history. */
const newestLine =
  (kind: 'charge' | 'transfer') =>
  (value: Told | undefined): Note | undefined => {
    const line = value?.history.at(-1)
    if (!value || !line) return undefined
    const { id, reference } = value
    return { kind, what: lineText(value, line), about: [id, reference], actor: line.actor }
  }

const charge = newestLine('charge')
const transfer = newestLine('transfer')

/** The newest line of a chargeback, which is also about its charge. */
function chargeback(value: Chargeback | undefined): Note | undefined {
  const note = newestLine('charge')(value)
  return value && note && { ...note, about: [...note.about, value.chargeId] }
}

const expired = ({ id, reference }: VirtualAccount): Pick<Note, 'what' | 'about'> => ({
  what: `${id} (${reference}) clock: the virtual account expired`,
  about: [id, reference],
})

function ruleText({ key, when, remaining, share, until }: Rule): string {
  const conditions = conditionsOf(when)
  const requests =
    remaining === undefined
      ? 'requests'
      : remaining === 1
        ? 'the next request'
        : `the next ${remaining} requests`
  return [
    `"${key}" for ${requests}`,
    conditions.length > 0 ? ` if ${conditions.join(' and ')}` : '',
    share < 1 ? `, to ${share} of them` : '',
    until === undefined ? '' : `, until ${isoTime(until)}`,
  ].join('')
}

const world = (kind: Note['kind'], what: string, act?: Act): Note => ({
  kind,
  what,
  about: [],
  ...(act && { act }),
})

const by = (act: Act, note: Note | undefined): Note | undefined => note && { ...note, act }

const timer = (charge?: Charge): Act => ({
  kind: 'timer',
  ended: charge === undefined || charge.status === 'pending' ? undefined : charge.id,
})

const elsewhere = (what: string): Act => ({ kind: 'elsewhere', what })

/** The note that the clock was frozen, released or set. */
export const clockSet = (mode: ClockMode, now: number | undefined): Note => ({
  ...world(
    'clock',
    `${mode === 'frozen' ? 'frozen' : 'live'}${now === undefined ? '' : `, set to ${isoTime(now)}`}`,
    { kind: 'clock', mode, now },
  ),
  to: now,
})

/** The note that the clock is advanced; what falls due in it is noted after it. */
export const clockAdvanced = (from: number, to: number): Note => {
  const by = Math.max(to - from, 0)
  return { ...world('clock', `advanced by ${formatDuration(by)}`, { kind: 'advance', by }), to: from + by }
}

/** The commands that are noted: those of testers and timers, which are not in the journal of requests. */
const noted: { [K in CommandType]?: Describe<K> } = {
  'charge.pay': ({ id, action, processorResponse }, result) =>
    by({ kind: 'payer', id, action, processorResponse }, charge(result)),
  'charge.play': ({ id, processorResponse }, _move, { charges }) => {
    const played = charges.get(id)
    return by({ kind: 'play', id, processorResponse, isOver: played?.status !== 'pending' }, charge(played))
  },
  'charge.timer': (_input, result) => by(timer(result), charge(result)),
  'checkout.answer': ({ field }, result) =>
    field === undefined ? by(elsewhere('a hosted page was answered'), charge(result)) : undefined,
  'link.pay': (_input, result) => by(elsewhere('a payment link was paid'), charge(result)),
  'chargeback.outcome': ({ id, status }, result) =>
    by({ kind: 'chargeback', id, status }, chargeback(result)),
  'chargeback.due': (_input, result) => by(timer(), chargeback(result)),
  'refund.due': (_input, result, { charges }) => by(timer(), charge(result && charges.get(result.chargeId))),
  // Without the number of the originator's account: a test would contain it unmasked.
  'virtualAccount.pay': ({ id, amount, originatorName, originatorBankName }, result) =>
    by({ kind: 'pay_in', id, amount, originatorName, originatorBankName }, charge(result.charge)),
  'virtualAccount.due': (_input, result) =>
    result && by(timer(), { kind: 'charge', ...expired(result), actor: 'clock' }),
  'transfer.timer': (_input, result) => by(timer(), transfer(result)),
  'transfer.outcome': ({ status, completeMessage }, result) =>
    by({ kind: 'outcome', id: result.id, status, completeMessage }, transfer(result)),
  'rule.add': (_input, { id, remaining, until, ...terms }) =>
    world('rule', `added ${id}: ${ruleText({ id, remaining, until, ...terms })}`, {
      kind: 'rule',
      id,
      terms,
      remaining,
      until,
    }),
  'rule.remove': ({ id }, count) =>
    world('rule', `removed ${id ?? `all ${count}`}`, { kind: 'remove_rules', id }),
  'endpoint.add': (_input, { id, url }) => world('endpoint', `added ${id}: ${url}`),
  'endpoint.remove': ({ id }, count) => world('endpoint', `removed ${id ?? `all ${count}`}`),
  'deliveries.hold': ({ hold }, count) =>
    world(
      'endpoint',
      hold ? 'deliveries are held' : `deliveries are sent again, ${count} of them were held`,
      {
        kind: 'hold',
        hold,
      },
    ),
  'token.revoke': (_input, count) => world('token', `${count} revoked`, { kind: 'revoke' }),
}

/** The note about a command that has changed something; undefined for commands that are not noted. */
export const noteOf = <K extends CommandType>(
  type: K,
  input: CommandInput<K>,
  result: CommandResult<K>,
  state: State,
): Note | undefined => (noted[type] as Describe<K> | undefined)?.(input, result, state)
