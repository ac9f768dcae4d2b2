import * as z from 'zod'
import { exportTargets } from '../../domain/kernel/export-targets.ts'
import type { Recorder } from '../../emulator/recorder.ts'
import { exportSession, targets } from '../../export/export.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { badge, empty, facts, formButtons, instant, visible } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

const isEmpty = (recorder: Recorder | undefined): recorder is undefined =>
  recorder === undefined || recorder.counts.total === 0

function startForm({ base }: View): Html {
  return html`<section class="card"><h2>Record a session</h2><p>Click through a payment, here or in your own program. What happens until you stop becomes a test: requests, what the payer does, jumps of the clock and webhooks.</p>
<form class="stack" data-call="post" data-url="${base}/_emulator/session/start" data-said="The session is being recorded"><label>What it shows, optional<input name="name" maxlength="100" placeholder="a refund after a wrong PIN" autocomplete="off"></label>
${formButtons('Start')}</form>
<p class="unit">A new session replaces the last one. A reset of the world begins it again.</p></section>`
}

/** The files that a session can be exported as, one of them shown. */
function files({ base }: View, recorder: Recorder, as: (typeof exportTargets)[number]): Html {
  const { file, text } = exportSession(recorder.session(), as)
  return html`<section class="card" aria-labelledby="file-title"><nav aria-label="Kinds of tests" class="row">${each(
    exportTargets,
    (name) =>
      html`<a class="button" href="?as=${name}"${name === as ? html` aria-current="page"` : ''}>${targets[name].title}</a>`,
  )}</nav>
<div class="head row"><h2 id="file-title"><code class="wrap">${file}</code></h2><div class="row"><button type="button" class="plain" data-copy="${text}" data-what="the test">Copy</button><a class="button" href="${base}/_emulator/session/export?as=${as}" download="${file}">Download</a></div></div>
<pre tabindex="0" aria-label="${file}"><bdi>${visible(text)}</bdi></pre></section>`
}

/** Start and stop of a session, and the session as a test. */
export const sessionScreen = screen({
  path: '/_emulator/ui/session',
  query: z.object({ as: z.enum(exportTargets).default('vitest') }),
  render: (view, { as }) => {
    const { recorder } = view.world.requests
    const { requests, events } = recorder?.counts ?? { requests: 0, events: 0 }
    return {
      title: 'Session',
      menu: 'session',
      content: html`<div class="head"><h1>Session to test</h1></div>
<div id="session" data-live>${when(!recorder?.isOn, () => startForm(view))}
${when(recorder, () =>
  facts([
    [
      'Session',
      html`<bdi>${recorder?.name ?? 'without a name'}</bdi> ${badge(recorder?.isOn ? 'recording' : 'recorded', recorder?.isOn ? 'wait' : 'good')}`,
    ],
    ['Began', instant(recorder?.startedAt ?? 0, view.world.now())],
    ['Requests', html`<span class="num">${requests}</span>`],
    ['Events', html`<span class="num">${events}</span>`],
  ]),
)}
${
  isEmpty(recorder)
    ? empty(
        recorder === undefined ? 'No session was recorded yet' : 'Nothing has happened in the session yet',
        'Start one, click through a payment, and stop: the test appears here.',
      )
    : files(view, recorder, as)
}</div>`,
    }
  },
})
