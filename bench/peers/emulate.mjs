import { fileOf } from '../lib/install.mjs'

export const spec = 'emulate@0.12.2'

/** Its Stripe service; creating a payment intent is the nearest to a charge, and the body is the same. */
export function subject({ node, install }) {
  const main = fileOf(spec, 'dist/index.js', install)
  return {
    id: 'emulate',
    label: `${spec}, Stripe`,
    kind: 'paymentIntent',
    how: (port) => ({ command: node, args: [main, 'start', '--service', 'stripe', '--port', String(port)] }),
  }
}
