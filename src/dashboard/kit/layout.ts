import { version } from '../../emulator/version.ts'
import { isoTime } from '../../wire/time.ts'
import { assetUrl } from './assets.ts'
import { each, type Html, html } from './html.ts'
import { act, remaining } from './parts.ts'
import { ruleBanner } from './rule-banner.ts'
import { timerTitle } from './timers.ts'
import type { Screen, View } from './view.ts'

/** The pages of the menu: their ids, titles and paths. */
export const menu = [
  ['overview', 'Overview', ''],
  ['scenarios', 'Scenarios', '/ui/scenarios'],
  ['rules', 'Rules', '/ui/rules'],
  ['charges', 'Charges', '/ui/charges'],
  ['transfers', 'Transfers', '/ui/transfers'],
  ['orders', 'Orders', '/ui/orders'],
  ['refunds', 'Refunds', '/ui/refunds'],
  ['settlements', 'Settlements', '/ui/settlements'],
  ['chargebacks', 'Chargebacks', '/ui/chargebacks'],
  ['virtual-accounts', 'Virtual accounts', '/ui/virtual-accounts'],
  ['webhooks', 'Webhooks', '/ui/webhooks'],
  ['requests', 'Requests', '/ui/requests'],
  ['time', 'Time', '/ui/time'],
  ['snapshots', 'Snapshots', '/ui/snapshots'],
  ['worlds', 'Worlds', '/ui/worlds'],
  ['examination', 'Examination', '/ui/examination'],
] as const

/** The frame around every screen: the menu, the world and its clock. */
export function layout(view: View, { title, menu: current, skip, content }: Screen): Html {
  const { base, world, emulator } = view
  const client = world.fixtures.clients.find(({ scopes }) => scopes.includes('payments:write'))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${world.name} · payment emulator</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetUrl(base, 'dashboard.css')}">
<script type="module" src="${assetUrl(base, 'main.browser.js')}"></script>
</head>
<body data-base="${base}" data-run="${emulator.ports.instance()} ${emulator.seed} ${isoTime(emulator.startedAt)}" data-guarded="${emulator.settings.controlToken === undefined ? 'no' : 'yes'}">
<a class="skip" href="#main">Skip to content</a>
${skip === undefined ? '' : html`<a class="skip" href="#${skip.to}">${skip.label}</a>\n`}<header class="side">
<a class="brand" href="${base}/_emulator"><span class="mark" aria-hidden="true"></span>Payment emulator</a>
<a class="world" href="${base}/_emulator/ui/worlds"><span class="unit">World</span> <code>${world.name}</code></a>
<form class="finder" action="${base}/_emulator/ui/find"><button class="plain" data-palette aria-keyshortcuts="Control+K Meta+K">Find or do <kbd>Ctrl K</kbd></button></form>
<nav aria-label="Screens"><ul>${each(
    menu,
    ([id, label, path]) =>
      html`<li><a href="${base}/_emulator${path}"${id === current ? html` aria-current="page"` : ''}>${label}</a></li>`,
  )}</ul></nav>
<p class="foot"><a href="${base}/_emulator/docs">Interface reference</a><a href="${base}/_emulator/docs/test-data">Test data</a><span class="unit">Version ${version}</span></p>
</header>
<div class="stage">
${clockBar(view)}
<noscript><p class="notice bad">Without JavaScript this page is read-only and does not update by itself.</p></noscript>
<main id="main" tabindex="-1">
${ruleBanner(view)}
${content}
</main>
</div>
<div id="credentials" hidden data-client="${client?.id}" data-secret="${client?.secret}" data-key="${world.fixtures.secretKeys[0]}"></div>
<dialog id="palette" aria-label="Find or do" closedby="any">
<form role="search" aria-label="Everything" action="${base}/_emulator/ui/find"><label>A page, an action, an id, reference, e-mail, trace id or any other text<input type="search" name="q" autocomplete="off" autocapitalize="off" spellcheck="false"></label></form>
<p class="unit" role="status"></p>
<ul class="found" data-results></ul>
</dialog>
<div id="toasts"></div>
<div id="announcer" class="away" role="status"></div>
</body>
</html>`
}

/** The world's clock, shown on every screen: the time, the next timer, and buttons to get there. */
function clockBar(view: View): Html {
  const { clockMode: mode, timers } = view.world
  const now = view.world.now()
  const iso = isoTime(now)
  const next = timers.peek()
  const advance = (by: string): Html =>
    act(view, {
      label: `+${by}`,
      method: 'post',
      path: '/_emulator/clock/advance',
      body: { by },
      said: `Advanced by ${by}`,
    })
  return html`<section class="clock" aria-label="Clock of the world">
<div id="clock" class="row" data-live>
<a class="now" href="${view.base}/_emulator/ui/time" data-now="${now}" data-mode="${mode}"><span class="away">Time of the world: </span><span data-part="date" class="unit">${iso.slice(0, 10)}</span> <span data-part="time" class="big num">${iso.slice(11, 19)}</span> <span class="unit">UTC</span></a>
${mode === 'live' ? html`<span class="badge good">running</span>` : html`<span class="badge wait">frozen</span>`}
${
  mode === 'live'
    ? act(view, {
        label: 'Freeze',
        method: 'put',
        path: '/_emulator/clock',
        body: { mode: 'frozen' },
        said: 'The clock is frozen',
      })
    : act(view, {
        label: 'Resume',
        method: 'put',
        path: '/_emulator/clock',
        body: { mode: 'live' },
        said: 'The clock is running',
      })
}
${advance('1m')}${advance('10m')}
${
  next === undefined
    ? html`<span class="unit next">Nothing is due</span>`
    : html`<span class="next"><span class="unit">Next:</span> ${timerTitle(next)} <span class="unit">in</span> ${remaining(next.at, now)}</span>
${act(view, { label: 'Go to next', method: 'post', path: '/_emulator/clock/advance', body: { to: isoTime(Math.max(next.at, now)) }, said: 'Advanced to the next timer', kind: 'main' })}`
}
</div>
<span id="live" class="live" role="status" data-state="">Not live</span>
</section>`
}
