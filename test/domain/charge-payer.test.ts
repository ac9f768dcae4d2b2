import { expect, test } from 'vitest'
import { Life, life } from '../support/life.ts'

// What happens -> the state after it. Waiting is a row like any other.
const lives = [
  life(
    'the payer approves on the 3DS page',
    'scenario:auth_3ds',
    `
      open -> pending redirect_url
      pin 1234 -> refused invalid_request authorization.type
      wait 59m -> pending redirect_url
      payer approve -> succeeded approved
      wait 1h -> succeeded approved`,
  ),
  life(
    'the payer declines on the 3DS page',
    'scenario:auth_3ds',
    `
      open -> pending redirect_url
      payer decline -> failed do_not_honor
      wait 30d -> failed do_not_honor`,
  ),
  life(
    'a decline takes the response of the scenario, or the one that is named',
    'scenario:auth_3ds&issuer:suspected_fraud',
    `
      open -> pending redirect_url
      payer decline -> failed suspected_fraud`,
  ),
  life(
    'an approval may name the verdict',
    'scenario:auth_3ds',
    `
      open -> pending redirect_url
      payer approve exceeds_withdrawal_limit -> failed exceeds_withdrawal_limit`,
  ),
  life(
    'the 3DS page closes after an hour, to the millisecond',
    'scenario:auth_3ds',
    `
      open -> pending redirect_url
      wait 3599999ms -> pending redirect_url
      wait 1ms -> failed security_violation
      payer approve -> refused conflict`,
  ),
  life(
    'a payer who walks away leaves the charge to its expiry',
    'scenario:auth_3ds',
    `
      open -> pending redirect_url
      payer abandon -> pending redirect_url
      wait 30m -> pending redirect_url
      payer abandon -> pending redirect_url
      wait 30m -> failed security_violation`,
  ),
  life(
    'a payer who plays by the scenario approves by themselves',
    'scenario:auth_3ds&payer:approves',
    `
      open -> pending redirect_url
      wait 1999ms -> pending redirect_url
      wait 1ms -> succeeded approved`,
  ),
  life(
    'a payer who plays by the scenario may come too late',
    'scenario:auth_3ds&payer:approves_too_late',
    `
      open -> pending redirect_url
      wait 1h -> failed security_violation
      wait 10d -> failed security_violation`,
  ),
  life(
    'a payer who does nothing of what the step needs does not disturb a PIN',
    'scenario:auth_pin_3ds&payer:declines',
    `
      open -> pending requires_pin
      wait 1h -> pending requires_pin
      pin 1234 -> pending redirect_url
      wait 2s -> failed do_not_honor`,
  ),
  life(
    'mobile money waits for the payer for fifteen minutes',
    '',
    'mobile_money',
    `
      open -> pending payment_instruction
      wait 14m -> pending payment_instruction
      wait 1m -> failed no_action_taken`,
  ),
  life(
    'an account of a bank transfer closes after the time of its payment method',
    '',
    'bank_transfer',
    `
      open -> pending requires_bank_transfer
      wait 59m -> pending requires_bank_transfer
      wait 1m -> failed no_action_taken`,
  ),
  life(
    'a transfer that comes by itself is in time',
    'scenario:bank_transfer_late',
    'bank_transfer',
    `
      open -> pending requires_bank_transfer
      wait 30m -> succeeded approved
      wait 1h -> succeeded approved`,
  ),
  life(
    'a requery brings the result with the second read',
    'scenario:requery&issuer:do_not_honor',
    `
      open -> pending requires_requery
      wait 1d -> pending requires_requery
      read -> pending requires_requery
      otp 1234 -> refused invalid_request authorization.type
      read -> failed do_not_honor
      read -> failed do_not_honor`,
  ),
  life(
    'a result that comes by itself needs no reads',
    'scenario:processing',
    `
      open -> pending requires_requery
      read -> pending requires_requery
      wait 30s -> succeeded approved`,
  ),
  life(
    'a capture ends a preauthorisation',
    'scenario:auth_capture',
    `
      open -> pending requires_capture
      payer approve -> refused conflict
      capture 40 -> succeeded approved
      capture 40 -> refused conflict
      wait 1d -> succeeded approved settled`,
  ),
  life(
    'the issuer speaks at the capture',
    'scenario:auth_capture&issuer:insufficient_funds',
    `
      open -> pending requires_capture
      capture 100 -> failed insufficient_funds`,
  ),
  life(
    'a void ends a preauthorisation for good',
    'scenario:auth_capture',
    `
      open -> pending requires_capture
      void -> voided
      capture 1 -> refused conflict
      void -> refused conflict
      wait 30d -> voided`,
  ),
  life(
    'a preauthorisation may expire',
    'scenario:auth_capture_expires',
    `
      open -> pending requires_capture
      wait 6d -> pending requires_capture
      wait 1d -> failed no_action_taken`,
  ),
  life(
    'meta may change at any time',
    'scenario:auth_pin',
    `
      open -> pending requires_pin
      meta -> pending requires_pin
      pin 1234 -> pending requires_otp
      otp 123456 -> succeeded approved
      meta -> succeeded approved`,
  ),
]

test.each(lives)('$sentence ($key)', ({ key, method, rows }) => {
  const life = new Life(key, {}, method)
  expect(rows.map(([happens]) => [happens, life.after(happens)])).toEqual(rows)
})
