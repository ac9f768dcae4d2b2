import { describe, expect, inject, test } from 'vitest'
import { Refusal } from '../../src/domain/kernel/errors.ts'
import { nearest } from '../../src/domain/kernel/nearest.ts'
import { Catalogue } from '../../src/domain/scenario/catalogue.ts'
import type { ScenarioFragment } from '../../src/domain/scenario/fragment.ts'

const builtIn = (): Catalogue => new Catalogue(inject('builtIn').fragments)
const fragment = (key: string, more: Partial<ScenarioFragment>): ScenarioFragment => ({
  key,
  title: key,
  ...more,
})

/** The message of the 400 on X-Scenario-Key. */
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect([error.code, error.fields.map(({ field }) => field)]).toEqual([
      'invalid_request',
      ['X-Scenario-Key'],
    ])
    return error.message
  }
  throw new Error('nothing was refused')
}

describe('a scenario key', () => {
  test('joins what its segments set', () => {
    const plan = builtIn().resolve('scenario:auth_pin&issuer:expired_card&webhook:duplicate&payer:approves')
    expect(plan).toMatchObject({
      processorResponse: 'expired_card',
      webhooks: { copies: 2 },
      payer: { action: 'approve' },
    })
    expect(plan.steps?.length).toBe(3)
  })

  test('means the same with its segments in any order', () => {
    const { key: _, uses: __, ...one } = builtIn().resolve('scenario:auth_pin&issuer:error')
    expect(builtIn().resolve('issuer:error&scenario:auth_pin')).toMatchObject(one)
  })

  test.each([
    ['issuer:error&issuer:expired_card', 'the processor response'],
    ['scenario:auth_pin&scenario:auth_otp', 'the flow'],
    ['payer:approves&payer:declines', 'the payer'],
    ['webhook:delayed&webhook:immediate', 'delay of webhooks'],
    ['network:500&network:503', 'status of the response'],
    ['scenario:successful&scenario:failed', 'outcome of the transfer'],
    ['sequence:declined_then_approved&sequence:pin_then_noauth', 'a sequence'],
  ])('that conflicts, %s, is refused and both are named', (key, what) => {
    const message = refusal(() => builtIn().resolve(key))
    for (const segment of key.split('&')) expect(message).toContain(`"${segment}"`)
    expect(message).toContain(`both set ${what}`)
  })

  test('with segments that set different members of one facet is not a conflict', () => {
    expect(builtIn().resolve('webhook:delayed&webhook:duplicate&webhook:unsigned').webhooks).toEqual({
      delay: 60_000,
      copies: 2,
      signature: 'missing',
    })
  })

  test('that conflicts with a later element of its sequence is refused at the first use', () => {
    expect(refusal(() => builtIn().resolve('sequence:declined_then_approved&issuer:error'))).toContain(
      'both set the processor response',
    )
  })

  test.each([
    ['issuer:insuficient_funds', 'issuer:insufficient_funds'],
    ['insufficient_funds', 'issuer:insufficient_funds'],
    ['scenario:auth_pn', 'scenario:auth_pin'],
    ['SCENARIO:AUTH_PIN', 'scenario:auth_pin'],
    ['auth_3ds', 'scenario:auth_3ds'],
  ])('that is unknown, %s, is refused with its nearest neighbour %s', (key, near) => {
    const message = refusal(() => builtIn().resolve(key))
    expect(message).toContain(`"${key}" is not a known scenario key`)
    expect(message).toContain(`"${near}"`)
    expect(message).toContain('/_emulator/scenarios')
  })

  test.each([
    [''],
    ['&'],
    ['scenario:auth_pin&'],
    ['&issuer:error'],
    ['scenario:auth_pin&&issuer:error'],
    [' '],
  ])('with an empty segment, "%s", is refused', (key) => {
    expect(refusal(() => builtIn().resolve(key))).toContain('empty segment')
  })

  test('that names a segment twice is refused', () => {
    expect(refusal(() => builtIn().resolve('issuer:error&issuer:error'))).toContain('twice')
  })

  test('may have spaces around its segments', () => {
    expect(builtIn().resolve('scenario:auth_pin & issuer:error').uses).toEqual([
      'scenario:auth_pin',
      'issuer:error',
    ])
  })

  test('of a flow that the payment method does not support is refused with the flows that it does', () => {
    const catalogue = builtIn()
    const message = refusal(() => catalogue.forCharge(catalogue.resolve('scenario:auth_pin'), 'ussd'))
    expect(message).toContain('is a flow for card, not for')
    expect(message).toContain('scenario:ussd')
  })

  test('of a thousand characters, and one like a prototype member, is only unknown', () => {
    for (const key of ['x'.repeat(1000), '__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(refusal(() => builtIn().resolve(key))).toContain('is not a known scenario key')
  })

  test('that is unknown can be accepted by an option of the emulator', () => {
    expect(new Catalogue([], 'pending').resolve('what:ever')).toMatchObject({ unknown: true })
  })
})

describe('a catalogue', () => {
  const flows = (): ScenarioFragment[] => inject('builtIn').fragments

  test('of the built-in files has no problems', () => {
    expect(builtIn().problems()).toEqual([])
  })

  test('replaces a fragment by a later one of the same key', () => {
    const over = fragment('issuer:error', { processorResponse: 'system_error' })
    expect(builtIn().with([over]).resolve('issuer:error').processorResponse).toBe('system_error')
    expect(builtIn().resolve('issuer:error').processorResponse).toBe('error')
  })

  test('names a second default flow, and a missing one', () => {
    const second = fragment('mine', { steps: [{ finish: 'issuer' }], defaultFor: ['ussd'] })
    expect(builtIn().with([second]).problems().join()).toContain('payment method ussd needs one default flow')
    expect(new Catalogue([]).problems()).toHaveLength(8)
  })

  test('names a sequence of what is unknown, or of sequences', () => {
    const unknown = fragment('a', { sequence: ['issuer:error', 'issuer:nonsense'] })
    const nested = fragment('b', { sequence: ['issuer:error', 'sequence:pin_then_noauth'] })
    const problems = new Catalogue([...flows(), unknown, nested]).problems()
    expect(problems).toHaveLength(2)
    expect(problems.join('\n')).toMatch(/issuer:nonsense[\s\S]*cannot contain a sequence/)
  })

  test('does not follow sequences that name each other', () => {
    const circle = ['a', 'b'].map((key) => fragment(key, { sequence: ['b', 'a', 'issuer:error'] }))
    const catalogue = builtIn().with(circle)
    expect(catalogue.problems()).toHaveLength(4)
    expect(refusal(() => catalogue.resolve('a'))).toContain('a sequence cannot contain a sequence')
  })

  test('gives the n-th use of a sequence its n-th key, and the last one from then on', () => {
    const catalogue = builtIn()
    const plan = catalogue.resolve('scenario:auth_pin&sequence:declined_twice_then_approved')
    const responses = [0, 1, 2, 3, 99].map((use) => catalogue.resolveUse(plan, use))
    expect(responses.map((use) => use.processorResponse)).toEqual([
      'do_not_honor',
      'insufficient_funds',
      'approved',
      'approved',
      'approved',
    ])
    expect(responses[0]?.steps?.length).toBe(3)
  })
})

describe('the nearest keys', () => {
  test('are searched among a limited number of long ones only', () => {
    let seen = 0
    const known = function* () {
      for (; seen < 100_000; seen++) yield `k${seen}`.padEnd(100, 'abcd')
    }
    expect(nearest('abcd'.repeat(25), known())).toHaveLength(3)
    expect(seen).toBeLessThan(1000)
  })

  test('are at most three, best first, and none where nothing is near', () => {
    expect(nearest('scenario:auth_pin', builtIn().fragments.keys())).toHaveLength(3)
    expect(nearest('scenario:auth_pin', builtIn().fragments.keys())[0]).toBe('scenario:auth_pin')
    expect(nearest('qqqqqqqqqqqqqqqqqqqq', builtIn().fragments.keys())).toEqual([])
  })
})
