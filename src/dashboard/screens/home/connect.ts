import { endpointDefaults } from '../../../emulator/settings.ts'
import { presentCredentials } from '../../../wire/credentials.ts'
import { each, type Html, html } from '../../kit/html.ts'
import { copyable } from '../../kit/parts.ts'
import type { View } from '../../kit/view.ts'

interface Value {
  name: string
  value: string
  /** Shown on request only. */
  isSecret?: true
  /** Where it belongs. */
  hint?: Html | string
}

/** What a program is configured with, in the order in which it is asked for. */
function values({ origin, world, emulator }: View): Value[] {
  const credentials = presentCredentials(world.fixtures, world.settings)
  const { signature, header } = endpointDefaults(world.settings, emulator.words.vocabulary)
  return [
    { name: 'Base URL', value: origin, hint: html`v3 is below it: <code>/v3</code>` },
    { name: 'Auth URL', value: origin },
    {
      name: 'Token endpoint',
      value: `${origin}/realms/emulator/protocol/openid-connect/token`,
      hint: 'any realm works',
    },
    ...credentials.clients.flatMap(({ client_id, client_secret, scopes }): Value[] => {
      const isReadOnly = !scopes.some((scope) => scope.endsWith(':write'))
      const kind = isReadOnly ? ' (read-only)' : ''
      return [
        { name: `Client id${kind}`, value: client_id },
        { name: `Client secret${kind}`, value: client_secret, isSecret: true },
      ]
    }),
    ...credentials.secret_keys.map(
      (value): Value => ({ name: 'Secret key', value, isSecret: true, hint: 'the bearer of v3' }),
    ),
    {
      name: 'Webhook secret',
      value: credentials.webhook_secret,
      isSecret: true,
      hint: html`${signature} in <code>${header}</code>`,
    },
    {
      name: 'Encryption key',
      value: credentials.encryption_key,
      isSecret: true,
      hint: 'AES-256, base64: PINs and card numbers',
    },
    {
      name: 'Encryption key of v3',
      value: credentials.v3_encryption_key,
      isSecret: true,
      hint: '3DES: bodies of charges',
    },
  ]
}

/** A secret that opens on request, with a button that copies it in either case. */
const hidden = ({ name, value }: Value): Html => {
  const what = `the ${name.toLowerCase()}`
  return html`<div class="secret"><details><summary aria-label="Show ${what}">show</summary><code class="wrap">${value}</code></details><button type="button" class="quiet small" data-copy="${value}" data-what="${what}" aria-label="Copy ${what}">copy</button></div>`
}

/** Addresses and credentials for a program, each with a button that copies it, and one that copies all. */
export function connection(view: View): Html {
  const all = values(view)
  const text = all.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return html`<section class="card" aria-labelledby="connect-title"><div class="head"><h2 id="connect-title">Connect a program</h2><button type="button" class="plain small" data-copy="${text}" data-what="addresses and credentials">Copy all</button></div>
<dl class="facts connect">${each(
    all,
    (one) =>
      html`<div><dt>${one.name}</dt><dd>${one.isSecret ? hidden(one) : copyable(one.value, `the ${one.name}`)}${one.hint === undefined ? '' : html`<span class="unit">${one.hint}</span>`}</dd></div>`,
  )}</dl>
<p class="unit">World <code>${view.world.name}</code> of seed <code class="wrap">${view.emulator.seed}</code>. <a href="${view.base}/_emulator/ui/worlds">Another world</a> has the prefix <code>/w/<em>name</em></code> in both URLs and the same credentials. <a href="${view.base}/_emulator/docs/test-data">Test data</a> lists cards, customers and accounts.</p></section>`
}
