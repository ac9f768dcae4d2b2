// Writes COVERAGE.md and docs/coverage/ from the rules beside the tests (test/**/*.rules.yaml), from
// test/coverage.yaml and from the table of what is not supported.
//
// usage: node scripts/coverage.mjs

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { importSource } from './bundle.mjs'

const origins = ['stated', 'observed', 'chosen']
const folder = 'docs/coverage'
const text = z.string().trim().min(1)

const contentsSchema = z.strictObject({
  /** Names of pages: each is the name of a rules file without its extension. */
  pages: z.array(text).min(1),
  /** Unsupported features without an operation. */
  not_played: z.array(text),
})

const pageSchema = z.strictObject({
  title: text,
  intro: text.optional(),
  rules: z
    .array(
      z.strictObject({
        rule: text,
        origin: z.enum(origins),
        /** The tests of the rule: their titles by file below `test`. */
        tests: z.record(text, z.array(text).min(1)).refine((tests) => Object.keys(tests).length > 0, {
          error: 'name at least one test, as "folder/file.test.ts: [title]"',
        }),
      }),
    )
    .min(1),
})

/** Reads and checks a YAML file. Throws an Error with the file name and the location of each problem. */
function read(path, schema) {
  const { data, error } = schema.safeParse(parse(readFileSync(path, 'utf8')))
  if (error) throw new Error(`${path}:\n${z.prettifyError(error)}`)
  return data
}

/** The pages in order and the unsupported features: the input of the documents. */
export function readRules() {
  const { pages: names, not_played: notPlayed } = read('test/coverage.yaml', contentsSchema)
  const sources = new Map(
    readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.rules.yaml'))
      .map((path) => [basename(path, '.rules.yaml'), join('test', path).split(sep).join('/')]),
  )
  const unlisted = [...sources.keys()].filter((name) => !names.includes(name))
  if (unlisted.length > 0) throw new Error(`test/coverage.yaml: add to pages: ${unlisted.join(', ')}`)
  const pages = names.map((name) => {
    const source = sources.get(name)
    if (!source) throw new Error(`test/coverage.yaml: no ${name}.rules.yaml exists below test/`)
    return { name, source, ...read(source, pageSchema) }
  })
  return { pages, notPlayed }
}

const cells = (...texts) => `| ${texts.join(' | ')} |`
const table = (head, rows) => [cells(...head), cells(...head.map(() => '---')), ...rows]
const generated = (source) => `<!-- Written by "npm run coverage". Change ${source} instead. -->`
const ended = (lines) => `${lines.join('\n')}\n`

function pageOf({ title, intro, rules, source }) {
  const rows = rules.map(({ rule, origin, tests }) => {
    const titles = Object.entries(tests).flatMap(([file, names]) =>
      names.map((name) => `\`${file}\`: ${name}`),
    )
    return cells(rule, `*${origin}*`, titles.join('<br>'))
  })
  return ended([
    generated(source),
    '',
    `# ${title}`,
    '',
    ...(intro ? [intro, ''] : []),
    ...table(['Rule', 'Origin', 'Tests'], rows),
    '',
    '[All pages](../../COVERAGE.md)',
  ])
}

const operation = /\b(?:GET|POST|PUT|DELETE) \/[\w/{}-]+/g

function notSupportedPage(unsupported, notPlayed) {
  const rows = Object.entries(unsupported).map(([name, advice]) =>
    cells(
      `\`${name}\``,
      advice.replace(operation, (named) => `\`${named}\``),
    ),
  )
  return ended([
    generated('src/routes/unsupported.ts or test/coverage.yaml'),
    '',
    '# Not supported',
    '',
    'Operations that the contract names, or that public services of this family have, and that this emulator does not',
    'implement. Each answers 404, or 405 if the path has other methods, with the advice of this table.',
    '',
    ...table(['Operation', 'Advice'], rows),
    '',
    'Features without an operation that are not emulated:',
    '',
    ...notPlayed.map((feature) => `- ${feature}`),
    '',
    '[All pages](../../COVERAGE.md)',
  ])
}

const total = (counts) => counts.reduce((sum, count) => sum + count, 0)

function summary(pages, unsupported, notPlayed) {
  const counted = pages.map(({ name, title, rules }) => ({
    link: `[${title}](${folder}/${name}.md)`,
    counts: origins.map((origin) => rules.filter((rule) => rule.origin === origin).length),
  }))
  const totals = origins.map((_, at) => total(counted.map(({ counts }) => counts[at])))
  return ended([
    generated('the rules named in CONTRIBUTING.md'),
    '',
    '# Coverage',
    '',
    `The emulator follows ${total(totals)} rules. Each names its origin and the tests that check it:`,
    '',
    `- *stated* (${totals[0]}): the contract says so.`,
    `- *observed* (${totals[1]}): the contract is silent; public services of this family behave so.`,
    `- *chosen* (${totals[2]}): the contract is silent; this is our choice.`,
    '',
    `[Not supported](${folder}/not-supported.md) are ${Object.keys(unsupported).length} operations and ${notPlayed.length} features.`,
    '',
    'A test compares these pages with the code: every operation has a rule, every rule names tests that exist, and',
    'unsupported operations do not exist. Every response in every test is also checked against its own schema.',
    '',
    ...table(
      ['Section', 'Rules', 'Stated', 'Observed', 'Chosen'],
      counted.map(({ link, counts }) => cells(link, total(counts), ...counts)),
    ),
    cells('**Total**', total(totals), ...totals),
  ])
}

/** The text of every document by path. `unsupported` maps operations to advice. */
export function documents({ pages, notPlayed }, unsupported) {
  return new Map([
    ['COVERAGE.md', summary(pages, unsupported, notPlayed)],
    ...pages.map((page) => [`${folder}/${page.name}.md`, pageOf(page)]),
    [`${folder}/not-supported.md`, notSupportedPage(unsupported, notPlayed)],
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { unsupported } = await importSource({ entry: 'src/routes/unsupported.ts' })
  const written = documents(readRules(), unsupported)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [path, content] of written) writeFileSync(path, content)
}
