import { Variable } from './script.ts'

/** What an id's prefix says about its kind. */
const kinds: Readonly<Record<string, string>> = {
  cus: 'customer',
  pmd: 'paymentMethod',
  chg: 'charge',
  ord: 'order',
  rfd: 'refund',
  trf: 'transfer',
  vac: 'virtualAccount',
  cbk: 'chargeback',
  stl: 'settlement',
}

/** Gives out names that are used once: `charge`, `charge2`, `charge3`. */
export class Names {
  readonly #taken = new Set<string>([
    // Names that the tests of some language use themselves.
    ...[
      'world',
      'webhooks',
      'token',
      'reader',
      'secretKey',
      'unique',
      'send',
      'test',
      'expect',
      'nonce',
      'event',
    ],
    ...[
      'refused',
      'answer',
      'control',
      'this',
      'class',
      'return',
      'new',
      'for',
      'from',
      'import',
      'status',
      'body',
    ],
  ])

  take(wanted: string): string {
    let name = wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`
    this.#taken.add(name)
    return name
  }

  /** The variable for an id of an answer to a request at a path. */
  ofId(id: string, path: string, isNumber: boolean): Variable {
    const kind = isNumber ? singular(path) : (kinds[id.slice(0, 3)] ?? 'other')
    return new Variable(this.take(`${kind}Id`), isNumber)
  }

  /** The variable for the answer to a request. */
  ofAnswer(method: string, path: string): string {
    const kind = singular(path)
    if (method === 'POST') return this.take(kind)
    return this.take(
      `${method === 'GET' ? 'read' : 'changed'}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    )
  }

  /** The variable for a reference. */
  ofReference(reference: string): Variable {
    const words = reference.split(/[^A-Za-z0-9]+/).filter(Boolean)
    const name = words
      .map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
      .join('')
      .slice(0, 24)
    return new Variable(this.take(/^[a-z]/.test(name) ? name : `reference${name}`))
  }
}

/** `charge` for `/charges/chg_1`, `transfer` for `/v3/transfers/7/retries`. */
function singular(path: string): string {
  const [first = 'answer'] = (path.split('?')[0] ?? '')
    .split('/')
    .filter((part) => part !== '' && part !== 'v3' && part !== 'meta')
  const camel = first.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return /^[A-Za-z]+$/.test(camel) ? camel.replace(/ies$/, 'y').replace(/s$/, '') : 'answer'
}
