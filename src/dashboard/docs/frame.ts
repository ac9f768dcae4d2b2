import { version } from '../../emulator/version.ts'
import { assetUrl } from '../kit/assets.ts'
import { each, type Html, html } from '../kit/html.ts'

type Link = readonly [address: string, title: string]

interface DocsFrame {
  /** The prefix of the world in addresses. */
  base: string
  title: string
  /** The name of the same page as Markdown, below `/_emulator/docs/`. */
  markdown: string
  /** The menu: what it lists, and its links within the page. */
  menu: { label: string; links: readonly Link[] }
  /** Links to other documents, as paths below `/_emulator/`. */
  others: readonly Link[]
  content: Html
}

/** The frame around every page of documentation: its head, its menu, links to the other documents. */
export const docsFrame = ({
  base,
  title,
  markdown,
  menu,
  others,
  content,
}: DocsFrame): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · payment emulator</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="${base}/_emulator/docs/${markdown}">
<link rel="stylesheet" href="${assetUrl(base, 'dashboard.css')}">
<link rel="stylesheet" href="${assetUrl(base, 'docs.css')}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="side">
<a class="brand" href="${base}/_emulator"><span class="mark" aria-hidden="true"></span>Payment emulator</a>
<nav aria-label="${menu.label}"><ul>${each(menu.links, ([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<p class="foot">${each([...others, [`docs/${markdown}`, 'This page as Markdown'] as const], ([path, name]) => html`<a href="${base}/_emulator/${path}">${name}</a>`)}<span class="unit">Version ${version}</span></p>
</header>
<div class="stage">
<main id="main" tabindex="-1" class="docs">
<h1>${title}</h1>
${content}
</main>
</div>
</body>
</html>`
