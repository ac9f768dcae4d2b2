import { headerPlace, memberRule } from '../kit/member.ts'
import { randomText } from '../kit/random.ts'
import { area, NotApplicable } from '../kit/rule.ts'

const ends = (min: number, max: number) => ({
  takes: () => [undefined, randomText(min), randomText(max)],
  refuses: () => [randomText(min - 1), randomText(max + 1)],
})

/** contract, Create a charge: headers; Limits. */
export const headers = area('headers', [
  memberRule(headerPlace, {
    id: 'trace_id',
    rule: 'X-Trace-Id: 12 to 255 characters',
    field: 'X-Trace-Id',
    ...ends(12, 255),
  }),
  {
    id: 'trace_id_echoed',
    rule: 'X-Trace-Id comes back in the answer, made up where it was not sent',
    basis: 'chosen',
    needs: ['token'],
    async check(t) {
      const id = `trace-${randomText(20)}`
      const echoed = await t.service('POST', '/charges', { body: {}, headers: { 'X-Trace-Id': id } })
      t.that(echoed, echoed.headers.get('x-trace-id') === id, 'X-Trace-Id as it was sent')
      const madeUp = await t.service('POST', '/charges', { body: {} })
      t.that(madeUp, (madeUp.headers.get('x-trace-id') ?? '').length >= 12, 'an X-Trace-Id')
    },
  },
  memberRule(headerPlace, {
    id: 'idempotency_key',
    rule: 'X-Idempotency-Key: optional, 12 to 255 characters',
    field: 'X-Idempotency-Key',
    ...ends(12, 255),
  }),
  memberRule(headerPlace, {
    id: 'scenario_key',
    rule: 'X-Scenario-Key: optional, 1 to 1000 characters',
    field: 'X-Scenario-Key',
    takes: [undefined],
    refuses: ['', `scenario:noauth&${'x'.repeat(985)}`],
  }),
  {
    id: 'scenario_key_ends',
    rule: 'X-Scenario-Key: 1 character and 1000 characters are not refused for their length',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      const send = (length: number) => t.charge({}, { 'X-Scenario-Key': 'k'.repeat(length) })
      const message = async (length: number) => {
        const answer = await send(length)
        return {
          answer,
          text: answer.status === 400 ? answer.string('error.validation_errors.0.message') : '',
        }
      }
      const over = await message(1001)
      for (const length of [1, 1000]) {
        // An unknown key may be refused, but not as too short or too long.
        const { answer, text } = await message(length)
        const fine = answer.status === 201 || (answer.status === 400 && text !== '' && text !== over.text)
        t.that(
          answer,
          fine && !/characters?$/.test(text),
          `a key of ${length} characters, taken for its length`,
        )
      }
    },
  },
  {
    id: 'scenario_unknown',
    rule: 'An X-Scenario-Key that nobody knows is a 400 that names the header',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const answer = await t.charge({}, { 'X-Scenario-Key': 'scenario:nobody_knows_this' })
      if (!t.target.emulator && answer.status === 201)
        throw new NotApplicable('keys that nobody knows are ignored there')
      t.refusesField(answer, 'X-Scenario-Key', 'nobody knows it')
    },
  },
])
