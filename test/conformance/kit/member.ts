import { type Answer, withMember } from './answer.ts'
import type { Basis, Need, Rule } from './rule.ts'
import type { Trial } from './trial.ts'

type Values = readonly unknown[] | ((t: Trial) => readonly unknown[])

/** A rule about one member of a request: values that must be accepted, and values that must be refused by its name. */
export interface Member {
  id: string
  rule: string
  /** Dotted name in the body, or the name of a header. */
  field: string
  basis?: Basis
  /** Undefined: the member is omitted. */
  takes?: Values
  refuses?: Values
  /** Whether the answer contains an accepted value under the same name. */
  echoed?: true
  /** Wraps the value; complete otherwise. */
  around?: (t: Trial) => object
}

/** Where members are sent. */
export interface Place {
  needs: readonly Need[]
  /** Status of an answer to an accepted value. */
  taken: number
  /** `taken` says whether the value is expected to be accepted. */
  send(t: Trial, member: Member, value: unknown, taken: boolean): Promise<Answer>
  /** Reports a difference unless the value was refused. */
  refused(t: Trial, answer: Answer, member: Member, why: string): void
}

const shown = (value: unknown): string => {
  const text = value === undefined ? 'absent' : JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 50)}… of ${String(value).length} characters`
}

const listed = (t: Trial, values: Values = []): readonly unknown[] =>
  typeof values === 'function' ? values(t) : values

export const memberRule = (place: Place, member: Member): Omit<Rule, 'area'> => ({
  id: member.id,
  rule: member.rule,
  basis: member.basis ?? 'stated',
  needs: place.needs,
  async check(t) {
    for (const value of listed(t, member.takes)) {
      const answer = await place.send(t, member, value, true)
      const taken = t.status(answer, place.taken, `${member.field} may be ${shown(value)}`)
      if (taken && member.echoed && value !== undefined) t.equal(answer, `data.${member.field}`, value)
    }
    for (const value of listed(t, member.refuses)) {
      const answer = await place.send(t, member, value, false)
      place.refused(t, answer, member, `${member.field} may not be ${shown(value)}`)
    }
  },
})

const byName = (t: Trial, answer: Answer, member: Member, why: string): void =>
  void t.refusesField(answer, member.field, why)

/** POST /charges. */
export const chargePlace: Place = {
  needs: ['token', 'payer'],
  taken: 201,
  send: async (t, { field, around }, value) =>
    t.service('POST', '/charges', {
      body: withMember({ ...(await t.chargeBody()), ...around?.(t) }, field, value),
    }),
  refused: byName,
}

/** POST /charges with a header. */
export const headerPlace: Place = {
  needs: ['token', 'payer'],
  taken: 201,
  send: (t, { field }, value) => t.charge({}, value === undefined ? {} : { [field]: String(value) }),
  refused: byName,
}

/** Another endpoint of the charge interface that creates something. */
export const resourcePlace = (path: string, body: (t: Trial) => object | Promise<object>): Place => ({
  needs: ['token'],
  taken: 201,
  send: async (t, { field, around }, value) =>
    t.service('POST', path, { body: withMember({ ...(await body(t)), ...around?.(t) }, field, value) }),
  refused: byName,
})
