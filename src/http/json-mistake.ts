/** How many characters the parser quotes on each side of an error. */
const context = 10

/**
 * The parser's message about malformed JSON, without the part of the text that it quotes: that may be a part of a
 * secret, too short to be recognised. Contains the position instead.
 */
export function jsonMistake(text: string, error: unknown): string {
  const said = error instanceof Error ? error.message : ''
  if (!said.endsWith('is not valid JSON')) return said.slice(0, 200) || 'malformed'
  const [, what, before, quoted = '', after] =
    /^(Unexpected token '[\s\S]{1,2}'), (\.\.\.)?"([\s\S]*)"(\.\.\.)? is not valid JSON$/.exec(said) ?? []
  if (what === undefined) return 'malformed'
  if (before) return `${what} at position ${text.indexOf(quoted) + context}`
  return after ? `${what} at position ${quoted.length - context}` : what
}
