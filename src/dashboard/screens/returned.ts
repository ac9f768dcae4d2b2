import * as z from 'zod'
import { html } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { badge, facts } from '../kit/parts.ts'
import { Text } from '../kit/query.ts'
import { chargePath } from './charges.ts'

/** The redirect_url of charges that the composer creates: a placeholder for the merchant's page. */
export const returnedScreen = screen({
  path: '/_emulator/ui/returned',
  query: z.object({ id: Text, reference: Text, status: Text }),
  render: ({ base }, { id, reference, status }) => ({
    title: 'Back at the merchant',
    menu: 'charges',
    content: html`<div class="head"><h1>The payer is back at the merchant</h1></div>
<section class="card"><p>This page replaces the merchant’s. These parameters came with the payer; a careful merchant reads the charge before trusting them.</p>
${facts([
  ['id', html`<code>${id}</code>`],
  ['reference', html`<code>${reference}</code>`],
  ['status', badge(status)],
])}
<p><a class="button" href="${chargePath(base, id)}">Open the charge</a></p></section>`,
  }),
})
