import { type TestData, testData, testDataIntro } from '../../domain/fixtures/test-data.ts'
import { version } from '../../emulator/version.ts'
import type { PageContext } from '../kit/app.ts'
import { assetUrl } from '../kit/assets.ts'
import { each, type Html, html } from '../kit/html.ts'
import { sendPage } from '../kit/page.ts'
import { table } from '../kit/parts.ts'

/** Answers with the page of test data: what a program can send to get a certain answer. */
export function testDataPage(c: PageContext): Promise<Response> {
  const { base, emulator, world } = c.var.view
  return sendPage(
    c,
    page(
      base,
      testData(emulator.fixtures, emulator.standing.all, world.catalogue, (type) =>
        emulator.words.title(type),
      ),
    ),
  )
}

/** A text with backticks around what is typed. */
const marked = (text: string): Html =>
  html`${each([...text.split('`').entries()], ([index, part]) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`

const section = ({ id, title, text, heads, rows }: TestData): Html =>
  html`<section id="${id}"><h2>${title}</h2><p class="unit">${marked(text)}</p>${table(
    title,
    heads,
    each(
      rows,
      (cells) =>
        html`<tr>${each(cells.slice(0, -1), (cell) => html`<td>${marked(cell)}</td>`)}<td class="text">${marked(cells.at(-1) ?? '')}</td></tr>`,
    ),
  )}</section>`

const page = (base: string, tables: readonly TestData[]): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Test data · payment emulator</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetUrl(base, 'dashboard.css')}">
<link rel="stylesheet" href="${assetUrl(base, 'docs.css')}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="side">
<a class="brand" href="${base}/_emulator"><span class="mark" aria-hidden="true"></span>Payment emulator</a>
<nav aria-label="Kinds of test data"><ul>${each(tables, ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<p class="foot"><a href="${base}/_emulator/docs">Interface reference</a><span class="unit">Version ${version}</span></p>
</header>
<div class="stage">
<main id="main" tabindex="-1" class="docs">
<h1>Test data</h1>
${each(testDataIntro, (text) => html`<p>${marked(text)}</p>`)}
${each(tables, section)}
</main>
</div>
</body>
</html>`
