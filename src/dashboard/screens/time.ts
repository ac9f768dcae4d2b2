import * as z from 'zod'
import { isoTime } from '../../wire/time.ts'
import { each, html } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { act, empty, formButtons, instant, pager, pageSize, remaining, slice, table } from '../kit/parts.ts'
import { Page } from '../kit/query.ts'
import { timerSubject, timerTitle } from '../kit/timers.ts'

const steps = ['5s', '1m', '10m', '1h', '1d', '7d'] as const

/** The clock of the world, and its pending timers. */
export const timeScreen = screen({
  path: '/_emulator/ui/time',
  query: z.object({ page: Page }),
  render: (view, { page }) => {
    const { world, base } = view
    const { timers, clockMode } = world
    const now = world.now()
    const upcoming = timers.upcoming(page * pageSize)
    const shown = {
      ...slice(upcoming, page, () => true),
      total: timers.size,
      pages: Math.max(1, Math.ceil(timers.size / pageSize)),
    }
    return {
      title: 'Time',
      menu: 'time',
      content: html`<div class="head"><h1>Time</h1></div>
<div class="columns">
<section aria-labelledby="upcoming-title"><h2 id="upcoming-title">Pending timers</h2><div id="list" data-live="timers">${
        timers.size === 0
          ? empty(
              'Nothing is due',
              'Timers of charges, webhooks, transfers and settlements appear here in the order they fire.',
            )
          : html`${table(
              'Timers',
              ['In', 'What', 'About', 'Advance'],
              each(
                shown.rows,
                (timer) => html`<tr data-key="${timer.id}">
<td><strong>${remaining(timer.at, now)}</strong><br><span class="unit">${instant(timer.at, now)}</span></td>
<td>${timerTitle(timer)}</td>
<td>${timerSubject(view, timer)}</td>
<td class="acts">${act(view, { label: 'Advance', method: 'post', path: '/_emulator/clock/advance', body: { to: isoTime(Math.max(timer.at, now)) }, said: 'The clock was advanced' })}</td>
</tr>`,
              ),
            )}${pager(shown, 'timers', {})}`
      }</div></section>
<aside aria-label="Move the clock">
<section class="card"><h2>Advance</h2><p>Fires every timer that falls due, in order, and waits for the webhooks that they send.</p>
<div class="row">${each(steps, (by) => act(view, { label: `+${by}`, method: 'post', path: '/_emulator/clock/advance', body: { by }, said: `Advanced by ${by}` }))}</div>
<form class="row" data-call="post" data-url="${base}/_emulator/clock/advance" data-said="The clock was advanced"><label>By<input name="by" required placeholder="1h30m" size="10" pattern="([0-9]+([.][0-9]+)?(ms|s|m|h|d))+"></label>${formButtons('Advance')}</form></section>
<section class="card"><h2>Set</h2><p>Sets the time without firing timers. Timers that are overdue then fire as soon as the clock runs.</p>
<form class="row" data-call="put" data-url="${base}/_emulator/clock" data-said="The clock was set"><label>Set to, in UTC<input name="now" required placeholder="${isoTime(now)}" size="26" spellcheck="false"></label>${formButtons('Set')}</form>
<div class="row">${act(view, { label: 'Freeze', method: 'put', path: '/_emulator/clock', body: { mode: 'frozen' }, said: 'The clock is frozen' })}${act(view, { label: 'Resume', method: 'put', path: '/_emulator/clock', body: { mode: 'live' }, said: 'The clock is running' })}</div>
<p class="unit">${clockMode === 'live' ? 'The clock follows real time.' : 'The clock is frozen until you advance, set or resume it.'}</p></section>
</aside></div>`,
    }
  },
})
