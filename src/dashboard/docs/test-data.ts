import { type TestData, testData, testDataIntro } from '../../domain/fixtures/test-data.ts'
import type { PageContext } from '../kit/app.ts'
import { each, type Html, html } from '../kit/html.ts'
import { sendPage } from '../kit/page.ts'
import { table } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'
import { docsFrame } from './frame.ts'
import { markdownTable } from './markdown.ts'

/** Answers with the page of test data: what a program can send to get a certain answer. */
export const testDataPage = (c: PageContext): Promise<Response> =>
  sendPage(c, page(c.var.view.base, tablesOf(c.var.view)))

const testDataTitle = 'Test data'

const tablesOf = ({ emulator: { fixtures, standing, words }, world }: View): TestData[] =>
  testData(fixtures, standing.all, world.catalogue, (type) => words.title(type))

/** The page of test data as Markdown. */
export const testDataMarkdown = (view: View): string => testDataText(tablesOf(view))

/** Tables of test data as Markdown. */
export const testDataText = (tables: readonly TestData[]): string =>
  [
    `# ${testDataTitle}`,
    '',
    ...testDataIntro.flatMap((text) => [text, '']),
    ...tables.flatMap(({ title, text, heads, rows }) => [
      `## ${title}`,
      '',
      text,
      '',
      ...markdownTable(heads, rows),
      '',
    ]),
  ].join('\n')

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

const page = (base: string, tables: readonly TestData[]): Html =>
  docsFrame({
    base,
    title: testDataTitle,
    markdown: 'test-data.md',
    menu: { label: 'Kinds of test data', links: tables.map(({ id, title }) => [id, title] as const) },
    others: [['docs', 'Interface reference']],
    content: html`${each(testDataIntro, (text) => html`<p>${marked(text)}</p>`)}
${each(tables, section)}`,
  })
