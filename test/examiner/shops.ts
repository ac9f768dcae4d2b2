import type { ExamineFile } from './run.ts'

/** A small shop: what the file says about it, and its mistakes with the laws that each may break. */
export interface Shop {
  file: ExamineFile
  mistakes: Record<string, readonly string[]>
}

const here = 'http://127.0.0.1:3000'

/** `look` is pointers and words; everything else is alike for these shops. */
const shop = (
  start: string,
  [status, fulfilled, paid, failed]: readonly [string, string | undefined, unknown, unknown],
  mistakes: Shop['mistakes'],
  { env = {}, ...rest }: Record<string, unknown> = {},
): Shop => ({
  mistakes,
  file: {
    program: {
      start,
      cwd: import.meta.dirname ? `${import.meta.dirname}/shops` : 'shops',
      env: {
        PORT: '3000',
        SHOP_URL: here,
        PAYMENT_API: '{{base_url}}',
        PAYMENT_AUTH: '{{auth_url}}',
        CLIENT_ID: '{{client_id}}',
        CLIENT_SECRET: '{{client_secret}}',
        CUSTOMER_ID: '{{customer_id}}',
        PAYMENT_METHOD_ID: '{{payment_method_id}}',
        WEBHOOK_SECRET: '{{webhook_secret}}',
        ...(env as Record<string, string>),
      },
      ready: `${here}/health`,
    },
    webhook: `${here}/webhooks`,
    order: { amount: 1500, currency: 'NGN' },
    pay: { method: 'POST', url: `${here}/orders/{{order}}/pay`, body: { amount: 1500, currency: 'NGN' } },
    look: {
      url: `${here}/orders/{{order}}`,
      status,
      ...(fulfilled && { fulfilled }),
      paid: [paid],
      failed: [failed],
    },
    polls: false,
    ...rest,
  },
})

const answer = {
  requires_pin: { method: 'POST', url: `${here}/orders/{{order}}/pin`, body: { pin: '{{answer}}' } },
  requires_otp: { method: 'POST', url: `${here}/orders/{{order}}/otp`, body: { otp: '{{answer}}' } },
}

const hosted = (env: Record<string, string> = {}) => ({
  env: { SECRET_KEY: '{{secret_key}}', ...env },
  webhook: { url: `${here}/webhooks`, signature: 'secret', form: 'v3' },
  // It keeps its orders in memory.
  play: { never: ['restart'] },
})

const hostedMistakes = {
  return_is_paid: ['never_early', 'paid_iff_succeeded'],
  no_secret: ['forged_ignored'],
  any_secret: ['forged_ignored'],
  trusts_body: ['forged_ignored'],
  trusts_failure: ['forged_ignored'],
  trusts_amount: ['forged_ignored'],
  any_transaction: ['forged_ignored', 'never_early'],
  cancelled_is_failed: ['paid_iff_succeeded'],
}

export const shops: Record<string, Shop> = {
  plain: shop('node plain.mjs', ['/order/state', '/order/parcels', 'DONE', 'REFUSED'], {
    no_lock: ['one_charge'],
    fresh_reference: ['one_charge'],
  }),
  background: shop('node background.mjs', ['/status', '/shipped', 'paid', 'cancelled'], {
    ships_each: ['fulfilled_once'],
    trusts_body: ['forged_ignored', 'never_early'],
  }),
  'plain, with little time for an answer': shop(
    'node plain.mjs',
    ['/order/state', '/order/parcels', 'DONE', 'REFUSED'],
    { timeout_is_failure: ['paid_iff_succeeded'] },
    { env: { TIMEOUT: '200' } },
  ),
  'plain, loud, and started by a shell that stays': shop(
    'echo starting; node plain.mjs; echo ended',
    ['/order/state', '/order/parcels', 'DONE', 'REFUSED'],
    { no_lock: ['one_charge'] },
    { env: { NOISE: '1' } },
  ),
  'background, slow': shop(
    'node background.mjs',
    ['/status', '/shipped', 'paid', 'cancelled'],
    { ships_each: ['fulfilled_once'] },
    { env: { SLOW: '300' }, patience: '800ms' },
  ),
  'background, with mobile money': shop(
    'node background.mjs',
    ['/status', '/shipped', 'paid', 'cancelled'],
    { ships_each: ['fulfilled_once'] },
    { env: { PAYMENT_METHOD_ID: 'pmd_momo000001' } },
  ),
  pin: shop(
    'node pin.mjs',
    ['/0/phase', '/0/handed_over', 'SETTLED', 'VOID'],
    { otp_is_paid: ['never_early', 'paid_iff_succeeded'], crashes_on_type: ['stays_up'] },
    { answer, flows: ['scenario:noauth', 'scenario:auth_pin'] },
  ),
  eventual: shop(
    'node eventual.mjs',
    ['/status', '/sent', 'paid', 'failed'],
    { stops_after_five: ['ends', 'paid_iff_succeeded'], unread_is_failed: ['paid_iff_succeeded'] },
    { polls: true, patience: '600ms' },
  ),
  redirect: shop(
    'node redirect.mjs',
    ['/paid', undefined, true, false],
    { return_is_paid: ['never_early', 'paid_iff_succeeded'], unread_is_failed: ['paid_iff_succeeded'] },
    { flows: ['scenario:noauth', 'scenario:auth_3ds'] },
  ),
  hosted: shop('node hosted.mjs', ['/status', '/shipments', 'paid', 'failed'], hostedMistakes, hosted()),
  'hosted, with retries': shop(
    'node hosted.mjs',
    ['/status', '/shipments', 'paid', 'failed'],
    {
      first_try_ends: ['paid_iff_succeeded'],
      any_transaction: ['forged_ignored', 'never_early', 'paid_iff_succeeded'],
    },
    hosted({ RETRIES: '3' }),
  ),
  strict: shop('node strict.mjs', ['/state', '/out', 'paid', 'failed'], {
    forgets_events: ['fulfilled_once'],
    missing_signature: ['forged_ignored', 'never_early'],
  }),
  worker: shop('node worker.mjs', ['/status', '/shipments', 'paid', 'refused'], {
    key_per_try: ['one_charge'],
    gives_up: ['paid_iff_succeeded'],
  }),
  python: shop('python3 stdlib.py', ['/status', '/shipments', 'paid', 'failed'], {
    ships_each: ['fulfilled_once'],
    no_signature: ['forged_ignored', 'never_early'],
    error_is_failure: ['paid_iff_succeeded'],
  }),
  'python, one request at a time': shop(
    'python3 stdlib.py',
    ['/status', '/shipments', 'paid', 'failed'],
    { ships_each: ['fulfilled_once'] },
    { env: { THREADS: '0' } },
  ),
}
