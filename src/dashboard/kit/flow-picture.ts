import type { FlowActor } from '../../domain/kernel/enums.ts'
import type { FlowNode } from '../../domain/scenario/flow-nodes.ts'
import { each, type Html, html, when } from './html.ts'
import { badge } from './parts.ts'

/** Who acts in a box. */
const actors = {
  merchant: 'merchant',
  payer: 'payer',
  issuer: 'issuer',
  clock: 'by itself',
  service: 'service',
  network: 'network',
} as const satisfies Record<FlowActor, string>

const tones: { readonly [status: string]: string } = { succeeded: ' good', failed: ' bad' }

const list = (texts: readonly string[]): Html =>
  when(texts.length > 0, () => html`<ul>${each(texts, (text) => html`<li>${text}</li>`)}</ul>`)

/** A title that begins with the name of a next action, with that in type of its own. */
function titled(title: string): Html {
  const named = /^([a-z_]+): (.*)$/.exec(title)
  return named ? html`<code>${named[1]}</code> ${named[2]}` : html`${title}`
}

function box({ kind, by, title, details, exits, ends, step }: FlowNode, reached: number | undefined): Html {
  const isReached = step !== undefined && step === reached
  return html`<li class="${kind} ${by}${tones[ends ?? ''] ?? ''}${isReached ? ' reached' : ''}"${isReached ? html` aria-current="step"` : ''}><div class="node"><span class="by">${badge(actors[by], 'off')}</span>${titled(title)}${list(details)}${when(exits.length > 0, () => html`<ul class="exits">${each(exits, (exit) => html`<li>${exit.when}: ${exit.result}</li>`)}</ul>`)}</div></li>`
}

/**
 * The flow that a key will take, drawn from top to bottom: a list, whose boxes and arrows are a matter of style. `reached` is
 * the step in which a charge waits.
 */
export const flowPicture = (flow: readonly FlowNode[], reached?: number): Html =>
  html`<ol class="flow">${each(flow, (one) => box(one, reached))}</ol>`
