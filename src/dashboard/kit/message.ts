import { assetUrl } from './assets.ts'
import { type Html, html, none } from './html.ts'

/** The layout of payer pages and messages: it shows no data of the world. */
export const plainFrame = (
  base: string,
  title: string,
  content: Html,
  head: Html = none,
): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${head}<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetUrl(base, 'payer.css')}">
<script type="module" src="${assetUrl(base, 'payer.browser.js')}"></script>
</head>
<body>
<main>
${content}
</main>
<footer class="sandbox">Sandbox: no money moves on this page.</footer>
</body>
</html>`

/** A page that is just a message, and links to go on from there. */
export const messagePage = (base: string, title: string, text: string, links: Html = none): Html =>
  plainFrame(
    base,
    title,
    html`<article><p class="mark off" aria-hidden="true"></p><h1>${title}</h1><p class="lead">${text}</p>${links}</article>`,
  )
