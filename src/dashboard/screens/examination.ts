import * as z from 'zod'
import { type Law, laws } from '../../domain/examiner/laws.ts'
import type { WireExamination, WireFinding } from '../../wire/examination.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { act, badge, copyable, table } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

function story(view: View, finding: WireFinding): Html {
  return html`<section class="card" data-key="s-${finding.law} ${finding.story}"><h3>${finding.law} ${when(finding.unsteady, () => badge('unsteady', 'wait'))}</h3>
<p>${finding.how}</p>
<p>${copyable(finding.story, 'the story')} ${act(view, { label: 'Play it again', method: 'post', path: '/_emulator/examination/play', body: { story: finding.story }, said: 'The examiner plays it, if it runs with --keep' })}</p>
${table(
  `How ${finding.law} breaks in ${finding.story}`,
  ['Time', 'Who', 'What'],
  each(
    finding.timeline,
    ({ at, who, what }) =>
      html`<tr><td class="num">${at}</td><td>${badge(who, who === 'look' ? 'wait' : 'off')}</td><td class="text">${what}</td></tr>`,
  ),
)}</section>`
}

function lawRow(report: WireExamination, law: Law): Html {
  const found = report.findings.filter((finding) => finding.law === law)
  const steady = found.filter(({ unsteady }) => !unsteady).length
  const state =
    steady > 0
      ? badge('broken', 'bad')
      : found.length > 0
        ? badge('unsteady', 'wait')
        : badge('not broken', 'good')
  return html`<tr data-key="l-${law}"><td><code>${law}</code></td><td>${laws[law]}</td><td>${state}</td><td class="right num">${found.length}</td></tr>`
}

const shown = (
  view: View,
  report: WireExamination,
): Html => html`<p>${report.stories} stories in ${report.seconds} s, seed <code>${report.seed}</code></p>
${table(
  'Laws',
  ['Law', 'What it says', 'Result', { numbers: 'Findings' }],
  each(Object.keys(laws) as Law[], (law) => lawRow(report, law)),
)}
${when(report.notes.length > 0, () => html`<ul>${each(report.notes, (note) => html`<li>${note}</li>`)}</ul>`)}
${when(report.findings.length > 0, () => html`<h2>The shortest stories</h2><div class="stories">${each(report.findings, (finding) => story(view, finding))}</div>`)}`

/** The last examination of this emulator: law by law, and the stories that break one beside each other. */
export const examinationScreen = screen({
  path: '/_emulator/ui/examination',
  query: z.object({}),
  render: (view) => {
    const { report } = view.emulator.examination
    return {
      title: 'Examination',
      menu: 'examination',
      content: html`<div class="head"><h1>Examination</h1></div>
<div id="list" data-live="worlds">${
        report === undefined
          ? html`<p>No program was examined yet. <code>payment-emulator examine FILE --keep</code> plays customers, issuer, network and time against your program, and shows here what it found.</p>`
          : shown(view, report)
      }</div>`,
    }
  },
})
