import { memo } from '../fast/memo.ts'
import { fromJson, fromUrl } from './decode.ts'

/**
 * What the name of a member says about its value. `secret`: always masked. `credential`: masked unless it has members,
 * as the `authorization` of a charge does. `number`: of a card, or of a phone, which is shorter. `nonce`: a nonce.
 * `sealed`: the ciphertext of a whole request, or a short word.
 */
export type Meaning = 'secret' | 'credential' | 'number' | 'nonce' | 'sealed' | 'open'

/** Secret anywhere in a name: `clientSecret`, `encrypted-pin`, `cvv2`. */
const anywhere =
  /secret|passw|pass(?:phrase|code)|crypt(?!o)|cipher|c(?:vv|vc|sc2|vn2)|pinblock|(?:access|refresh|bearer|auth|session|api|id)token|(?:api|private|access)key|card(?:number|num|pan|n[or]s?$)|^cc(?:num|n[or]s?$)|primaryaccount|track(?:data|[12])|securitycode/

/** Secret only as a separate word, because `shipping` contains "pin": `card_pin`, `newPin`, `PAN`, `pinCode`. */
const asWord =
  /^(?:e|enc|new|old|current|card|atm|bank|user|my|payer|customer|debit|credit|raw|plain|clear|confirm|repeat)*(?:pin|pan|csc|cvn|pwd)(?:s|block|code|data|value|number|digits|hash|enc|confirm|again|[0-9])*$/

/**
 * What the name of a member, field, parameter or header means, in any escaping and spelling. Cached, because a long
 * body has few names.
 */
export const meaningOf: (name: string) => Meaning = memo((name) => judge(plainName(name)), 2000)

function plainName(raw: string): string {
  let name = raw
  for (let layer = 0; layer < 4 && /[\\%]/.test(name); layer++)
    name = name.includes('\\') ? fromJson(name) : fromUrl(name)
  return name.normalize('NFKC')
}

function judge(name: string): Meaning {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const joined = words.join('')
  if (joined === 'nonce') return 'nonce'
  if (joined === 'number') return 'number'
  if (joined === 'client') return 'sealed'
  if (joined === 'authorization' || joined === 'proxyauthorization' || joined === 'token') return 'credential'
  return anywhere.test(joined) || asWord.test(joined) || words.some((word) => asWord.test(word))
    ? 'secret'
    : 'open'
}
