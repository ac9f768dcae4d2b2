/**
 * A part of each name that `meaningOf` knows, and of each form that is masked. Each begins with a letter that is rare
 * in requests, so that nearly every text is quickly found to contain none.
 */
const parts = [
  // secret, security code
  'cret',
  'curit',
  'crypt',
  'cipher',
  'c(?:vv|vc|vn|sc)',
  // card number, account number; track data
  'c(?:ard|c)[^a-z0-9]{0,3}n',
  'ck[^a-z0-9]{0,3}[d12]',
  'mber',
  'p(?:wd|ass|rimar)',
  // Neither shipping nor company.
  'pin(?![g])',
  'pan(?![yeit])',
  // token, key
  'ken',
  'key["\\s\\]]*[:=]',
  // bearer, basic, a JSON Web Token, authorization
  'bear',
  'basi',
  'yj',
  'zat',
  // client, the ciphertext of a request
  'lient"',
  // form-data
  'm-d',
]

/** Matches letters outside of classes and escapes in either case: faster than the `i` flag. */
const inAnyCase = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]|\(\?[:!]|[a-z]/g, (part) =>
    /^[a-z]$/.test(part) ? `[${part}${part.toUpperCase()}]` : part,
  )

export const traces = new RegExp(parts.map(inAnyCase).join('|'))

/** Whether a text may contain something that a name, a form or an escape reveals. */
export const hasTraces = (text: string): boolean =>
  traces.test(text) || isEscaped(text) || (text.includes('@') && /:\/\/[^/\s]*@/.test(text))

/** Whether a text may contain escapes. */
export function isEscaped(text: string): boolean {
  if (text.length > short)
    return (
      text.includes('\\') ||
      text.includes('%') ||
      text.includes('&#') ||
      Buffer.byteLength(text) !== text.length
    )
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 37 || code === 92 || code > 127 || (code === 35 && text[at - 1] === '&')) return true
  }
  return false
}

/** Up to this length, looking at each character is faster. */
const short = 48
