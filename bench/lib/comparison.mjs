import { digits } from './numbers.mjs'

/** The bare servers are what the framework and Node cost: a limit, not a competitor. They come last, and paler. */
const limits = ['bare-hono', 'raw-http']

const width = 880
const labels = 190
const gap = 28
const rowHeight = 30
const barHeight = 16
const top = 92
/** Room for the figure behind the longest bar. */
const figureRoom = 62

/** What is compared: each a column of bars. */
const columns = [
  {
    title: 'First answer after the start',
    note: 'ms, less is better',
    value: ({ firstAnswerMs }) => firstAnswerMs,
  },
  { title: 'Charges a second', note: 'one processor, more is better', value: ({ rps }) => rps },
  {
    title: 'Memory at rest',
    note: 'MB, less is better',
    value: ({ restBytes }) => (restBytes === undefined ? undefined : restBytes / 1024 / 1024),
  },
]

/** The servers, in the order of their rows: ours, the peers by the time of their first answer, the limits. */
function subjectsOf({ start, throughput }) {
  const rank = ({ id }) => (id === 'emulator' ? 0 : limits.includes(id) ? 2 : 1)
  return start.rows
    .map((row) => ({
      ...row,
      rps: throughput.rows.find(({ id, what }) => id === row.id && what === 'charge')?.rps,
    }))
    .sort((a, b) => rank(a) - rank(b) || a.firstAnswerMs - b.firstAnswerMs)
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** `@scope/name@1.2.3, more` as a name and what is said of it. */
function nameAndNote(label) {
  const [, name, note = ''] = /^(@?[^@]+)(?:@(.+))?$/.exec(label)
  return { name, note }
}

/**
 * Start, throughput and memory of all servers as a picture: text is text, and the colours follow the reader's scheme, on
 * a ground of their own for pages that have another one.
 */
export function comparison(all) {
  const subjects = subjectsOf(all)
  const columnWidth = (width - labels - gap * 4) / 3
  const height = top + subjects.length * rowHeight + 44
  const parts = []
  const longest = columns.map(({ value }) => Math.max(...subjects.map(value).filter(Number.isFinite)))
  columns.forEach(({ title, note }, index) => {
    const x = gap + labels + gap * 0.5 + index * (columnWidth + gap)
    parts.push(
      `<text class="head" x="${x}" y="60">${title}</text>`,
      `<text class="note" x="${x}" y="77">${note}</text>`,
    )
  })
  subjects.forEach((subject, row) => {
    const y = top + row * rowHeight
    const kind = subject.id === 'emulator' ? 'own' : limits.includes(subject.id) ? 'limit' : 'peer'
    const { name, note } = nameAndNote(subject.label)
    parts.push(
      `<text class="name ${kind}" x="${gap}" y="${y + 17}">${escaped(name)}${note === '' ? '' : ` <tspan class="note">${escaped(note)}</tspan>`}</text>`,
    )
    columns.forEach(({ value }, index) => {
      const x = gap + labels + gap * 0.5 + index * (columnWidth + gap)
      const figure = value(subject)
      if (!Number.isFinite(figure)) {
        parts.push(`<text class="note" x="${x}" y="${y + 17}">no charges</text>`)
        return
      }
      const length = Math.max(2, (figure / longest[index]) * (columnWidth - figureRoom))
      parts.push(
        `<rect class="${kind}" x="${x}" y="${y + 4}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
        `<text class="figure" x="${(x + length + 7).toFixed(1)}" y="${y + 17}">${figure >= 100 ? Math.round(figure).toLocaleString('en-US') : digits(figure)}</text>`,
      )
    })
  })
  const own = subjects.find(({ id }) => id === 'emulator')
  const summary = subjects
    .map(
      (subject) =>
        `${nameAndNote(subject.label).name}: ${columns
          .map(({ title, value }) =>
            Number.isFinite(value(subject)) ? `${title.toLowerCase()} ${digits(value(subject))}` : '',
          )
          .filter(Boolean)
          .join(', ')}`,
    )
    .join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title summary">
<title id="title">Start, throughput and memory of ${escaped(own.label)} beside similar servers</title>
<desc id="summary">${escaped(summary)}.</desc>
<style>
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
  .ground { fill: #ffffff; stroke: #d1d9e0; }
  .title { font-size: 16px; font-weight: 600; }
  .head, .name.own { font-weight: 600; }
  .note { font-size: 11.5px; fill: #59636e; }
  .figure { font-variant-numeric: tabular-nums; }
  rect.own { fill: #1a7f5a; }
  rect.peer { fill: #8c959f; }
  rect.limit { fill: none; stroke: #8c959f; stroke-dasharray: 3 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .ground { fill: #151b23; stroke: #3d444d; }
    .note { fill: #9198a1; }
    rect.own { fill: #3fb68b; }
    rect.peer { fill: #6e7681; }
    rect.limit { stroke: #7d8590; }
  }
</style>
<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
<text class="title" x="${gap}" y="32">${escaped(own.label)} beside similar servers</text>
${parts.join('\n')}
<text class="note" x="${gap}" y="${height - 16}">Dashed: what the framework and Node alone cost. Medians, Node ${escaped(all.machine.node)}, ${escaped(all.machine.processors)}, ${all.machine.date}.</text>
</svg>
`
}
