import { describe, expect, test } from 'vitest'
import { decide } from '../../src/domain/charge/decide.ts'
import { Life, life } from '../support/life.ts'

// What happens -> the state after it. Waiting is a row like any other.
const lives = [
  life(
    'a card without a key is approved at once and settles a day later',
    '',
    `
      open -> succeeded approved
      wait 23h -> succeeded approved
      wait 1h -> succeeded approved settled
      otp 123456 -> refused conflict
      payer approve -> refused conflict
      meta -> succeeded approved settled
      void -> refused conflict
      capture 5 -> refused conflict
      read -> succeeded approved settled`,
  ),
  life(
    'a declined charge fails and never settles',
    'issuer:insufficient_funds',
    `
      open -> failed insufficient_funds
      wait 30d -> failed insufficient_funds
      read -> failed insufficient_funds`,
  ),
  life(
    'PIN and OTP lead to the verdict',
    'scenario:auth_pin',
    `
      open -> pending requires_pin
      wait 300d -> pending requires_pin
      read -> pending requires_pin
      otp 123456 -> refused invalid_request authorization.type
      payer approve -> refused conflict
      capture 5 -> refused conflict
      void -> refused conflict
      pin 1234 -> pending requires_otp
      pin 1234 -> refused invalid_request authorization.type
      otp 123456 -> succeeded approved
      otp 123456 -> refused conflict`,
  ),
  life(
    'the verdict of the issuer falls at the end of the flow, not before',
    'scenario:auth_pin&issuer:expired_card',
    `
      open -> pending requires_pin
      pin 1234 -> pending requires_otp
      otp 1234 -> failed expired_card`,
  ),
  life(
    'the third wrong PIN fails the charge',
    'scenario:auth_pin',
    `
      open -> pending requires_pin
      pin 00000 -> pending requires_pin
      pin 00000 -> pending requires_pin
      pin 00000 -> failed pin_entry_tries_exceeded`,
  ),
  life(
    'wrong answers are counted for each question by itself',
    'scenario:auth_pin',
    `
      open -> pending requires_pin
      pin 00000 -> pending requires_pin
      pin 00000 -> pending requires_pin
      pin 1111 -> pending requires_otp
      otp 000000 -> pending requires_otp
      otp 000000 -> pending requires_otp
      otp 000001 -> succeeded approved`,
  ),
  life(
    'a flow may block after a single wrong PIN',
    'scenario:auth_pin_one_attempt',
    `
      open -> pending requires_pin
      pin 00000 -> failed pin_entry_tries_exceeded`,
  ),
  life(
    'an address answers requires_additional_fields',
    'scenario:auth_avs',
    `
      open -> pending requires_additional_fields
      pin 1234 -> refused invalid_request authorization.type
      avs 00000 -> pending requires_additional_fields
      avs 10115 -> succeeded approved`,
  ),
  life(
    'three wrong addresses are a security violation',
    'scenario:auth_avs',
    `
      open -> pending requires_additional_fields
      avs 00000 -> pending requires_additional_fields
      avs 00000 -> pending requires_additional_fields
      avs 00000 -> failed security_violation`,
  ),
  life(
    'a PIN that comes with the creation answers the first question',
    'scenario:auth_pin',
    `
      open pin 1234 -> pending requires_otp
      otp 1234 -> succeeded approved`,
  ),
  life(
    'a wrong PIN that comes with the creation counts as an attempt',
    'scenario:auth_pin',
    `
      open pin 00000 -> pending requires_pin
      pin 00000 -> pending requires_pin
      pin 00000 -> failed pin_entry_tries_exceeded`,
  ),
  life(
    'an authorization of the wrong kind is refused at the creation',
    'scenario:auth_pin',
    `
      open otp 1234 -> refused invalid_request authorization.type`,
  ),
  life(
    'an authorization that was not requested is refused at the creation',
    'scenario:noauth',
    `
      open pin 1234 -> refused invalid_request authorization.type`,
  ),
  life(
    'external 3DS leaves the verdict to the issuer',
    'scenario:auth_3ds&issuer:lost_card_pick_up',
    `
      open external_3ds Y -> failed lost_card_pick_up`,
  ),
  life(
    'external 3DS is for cards only',
    '',
    'ussd',
    `
      open external_3ds Y -> refused invalid_request authorization.type`,
  ),
  ...['Y', 'A'].map((status) =>
    life(
      `external 3DS status ${status} skips the flow`,
      'scenario:auth_pin',
      `
      open external_3ds ${status} -> succeeded approved`,
    ),
  ),
  ...['N', 'R', 'U'].map((status) =>
    life(
      `external 3DS status ${status} fails the charge`,
      'scenario:auth_pin',
      `
      open external_3ds ${status} -> failed security_violation`,
    ),
  ),
]

test.each(lives)('$sentence ($key)', ({ key, method, rows }) => {
  const life = new Life(key, {}, method)
  expect(rows.map(([happens]) => [happens, life.after(happens)])).toEqual(rows)
})

describe('every charge', () => {
  const keys = ['', 'scenario:auth_pin', 'scenario:auth_3ds', 'scenario:requery', 'scenario:auth_capture']

  test.each(keys)('that is recurring is terminal at once (%s)', (key) => {
    expect(new Life(key, { recurring: true }).after('open')).toBe('succeeded approved')
    expect(new Life(`${key}${key && '&'}issuer:expired_card`, { recurring: true }).after('open')).toBe(
      'failed expired_card',
    )
  })

  test('that is recurring is terminal even with an unknown key that was accepted', () => {
    expect(new Life('scenario:nobody_knows', { recurring: true }).after('open')).toBe('succeeded approved')
  })

  test('with an unknown key that was accepted is pending forever', () => {
    const life = new Life('scenario:nobody_knows')
    expect(['open', 'wait 366d', 'read', 'wait 366d'].map((row) => life.after(row))).toEqual(
      Array(4).fill('pending'),
    )
    expect(life.after('payer approve')).toBe('refused conflict')
    expect(life.after('otp 1234')).toBe('refused invalid_request authorization.type')
  })

  test.each([
    ['succeeds', 'scenario:auth_pin', ['open', 'pin 1', 'otp 1']],
    ['fails', 'scenario:auth_pin_one_attempt', ['open', 'pin 00000']],
    ['is voided', 'scenario:auth_capture', ['open', 'void']],
    ['expires', 'scenario:auth_3ds', ['open', 'wait 1h']],
  ])('that %s tells so once, with charge.completed', (_what, key, rows) => {
    const life = new Life(key)
    for (const row of rows) life.do(row)
    life.do('wait 300d')
    expect(life.emitted).toEqual(['charge.completed'])
  })

  test('that waits for a capture authorises its order, and closes it at its end', () => {
    const life = new Life('scenario:auth_capture')
    life.do('open')
    expect(life.followed).toEqual(['order.authorized'])
    life.do('capture 100')
    expect(life.followed).toEqual(['order.authorized', 'order.charged'])
  })

  test('leaves no timer but that of its settlement', () => {
    const approved = new Life('scenario:auth_3ds&payer:approves_slowly')
    approved.do('open')
    expect(approved.pendingTimers.sort()).toEqual(['expires', 'payer'])
    approved.do('payer approve')
    expect(approved.pendingTimers).toEqual(['settle'])
    const next = new Life('scenario:auth_3ds_otp&payer:approves_slowly')
    next.do('open')
    next.do('payer approve')
    expect([next.state, next.pendingTimers]).toEqual(['pending requires_otp', []])
    const declined = new Life('scenario:auth_3ds')
    declined.do('open')
    declined.do('payer decline')
    expect(declined.pendingTimers).toEqual([])
  })

  test('ignores a timer that another step has set', () => {
    const life = new Life('scenario:auth_otp_expires')
    life.do('open')
    const { charge } = life
    const context = { now: 0, digits: () => '', settleAfter: 0 }
    for (const step of [-1, 1, 5])
      expect(decide(charge, { type: 'timer', name: 'expires', step }, context)).toEqual([charge, []])
    expect(decide(charge, { type: 'timer', name: 'after', step: 0 }, context)).toEqual([charge, []])
    expect(decide(charge, { type: 'timer', name: 'expires', step: 0 }, context)[0].status).toBe('failed')
  })

  test('keeps a history that ends with its status, in the order of time', () => {
    const life = new Life('scenario:auth_pin')
    for (const row of ['open', 'wait 1m', 'pin 00000', 'wait 1m', 'pin 1', 'wait 1m', 'otp 1', 'wait 1d'])
      life.do(row)
    const { history } = life.charge
    expect(history.map(({ at }) => at)).toEqual([0, 60_000, 120_000, 180_000, 86_580_000])
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', actor: 'clock', note: 'settled' })
  })

  test('is never changed in place', () => {
    const life = new Life('scenario:auth_pin')
    life.do('open')
    const before = life.charge
    const copy = structuredClone(before)
    life.do('pin 1')
    life.do('otp 1')
    expect(before).toEqual(copy)
  })
})
