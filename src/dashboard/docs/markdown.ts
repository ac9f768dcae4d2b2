/** A cell: one line, without the character that ends it. */
const cell = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').replaceAll('|', '\\|')

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** The lines of a table. */
export const markdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(heads),
  row(heads.map(() => '---')),
  ...rows.map(row),
]

/** A literal. */
export const code = (text: unknown): string => `\`${text}\``

/** The lines of a block of code. */
export const codeBlock = (text: string, language = ''): string[] => [`\`\`\`${language}`, text, '```', '']
