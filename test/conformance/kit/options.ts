import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse as parseYaml } from 'yaml'
import { looksLikeSandbox, type Target } from './target.ts'
import { type Asking, Translator, type Vocabulary } from './vocabulary.ts'

export const help = `npm run conformance -- [options]

Checks, rule by rule, whether a service keeps the contract of the payments interface. Without --base-url it starts the
emulator of this folder and checks that. It creates customers, payment methods, charges, orders, refunds and transfers,
so it is for sandboxes only; it deletes nothing.

  --base-url URL           the charge interface
  --v3-base-url URL        what stands before /v3 (the base URL)
  --auth-url URL           identity provider, realm or token endpoint (the base URL)
  --realm NAME             realm of the token endpoint, where --auth-url does not name it (sandbox)
  --client-id TEXT         --client-secret TEXT        OAuth client
  --weak-client-id TEXT    --weak-client-secret TEXT   a second client that may not create charges
  --secret-key TEXT        key of the v3 interface
  --customer-id ID         --payment-method-id ID      who is charged (made through the interface unless given)
  --card-number DIGITS     test card that is sent when a payment method is made (4187427415564246)
  --encryption-key BASE64  encrypts card details and PINs, where the service asks for that
  --currency CODE          of charges (NGN)
  --vocabulary FILE        YAML with the words of the service, as fixtures/vocabulary.yaml has them
  --bill-item CODE --biller-code CODE --bill-customer TEXT   a bill that can be validated (UB157 BIL112 45700000001)
  --emulator               the address is an emulator: uses its control interface and the credentials of its fixtures,
                           checks to the letter, does not pace, and exits with 1 when any rule differs
  --yes-this-is-a-sandbox  the address does not look like one, but is
  --rate NUMBER            requests a second on a foreign address (2)
  --max-requests NUMBER    never sends more than so many (1500)
  --timeout SECONDS        longest wait for an answer (30)
  --full                   goes through long lists (all currencies) on a foreign address, too
  --only LIST              areas or ids of rules, separated by commas
  --skip LIST              areas or ids of rules that are left out
  --json FILE              writes the whole report as JSON
  --strict                 exits with 1 when a stated rule differs on a foreign address
  --list                   prints the rules and sends nothing
  --main FILE              the emulator to start (dist/main.js)
`

/** A command line that cannot be executed; its message says what to do. */
export class UsageError extends Error {}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const spec = {
  'base-url': text,
  'v3-base-url': text,
  'auth-url': text,
  realm: text,
  'client-id': text,
  'client-secret': text,
  'weak-client-id': text,
  'weak-client-secret': text,
  'secret-key': text,
  'customer-id': text,
  'payment-method-id': text,
  'card-number': text,
  'encryption-key': text,
  currency: text,
  vocabulary: text,
  'bill-item': text,
  'biller-code': text,
  'bill-customer': text,
  emulator: flag,
  'yes-this-is-a-sandbox': flag,
  rate: text,
  'max-requests': text,
  timeout: text,
  full: flag,
  only: text,
  skip: text,
  json: text,
  strict: flag,
  list: flag,
  main: text,
  help: flag,
} as const

/** How to run; the target is undefined if the emulator must be started first. */
export interface Options {
  target: Target | undefined
  rate: number
  maxRequests: number
  timeoutMs: number
  only: readonly string[] | undefined
  skip: readonly string[]
  json: string | undefined
  strict: boolean
  list: boolean
  help: boolean
  main: string | undefined
  vocabulary: string | undefined
}

type Values = ReturnType<typeof parse>

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: spec }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n--help tells all options`)
  }
}

/** Reads a command line. Throws a UsageError for one that cannot, or should not, be executed. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args)
  const target = values['base-url'] === undefined ? undefined : foreignTarget(values, values['base-url'])
  if (target === undefined && (values['auth-url'] ?? values['v3-base-url']))
    throw new UsageError('--auth-url and --v3-base-url need --base-url')
  const rate = number(values.rate, 'rate', 0.01, 1000)
  return {
    target,
    rate: rate ?? (target === undefined || target.emulator ? Number.POSITIVE_INFINITY : 2),
    maxRequests: number(values['max-requests'], 'max-requests', 1, 100_000) ?? 1500,
    timeoutMs: (number(values.timeout, 'timeout', 1, 600) ?? 30) * 1000,
    only: values.only?.split(','),
    skip: values.skip?.split(',') ?? [],
    json: values.json,
    strict: values.strict,
    list: values.list,
    help: values.help,
    main: values.main,
    vocabulary: values.vocabulary,
  }
}

/** Credentials and ids from the command line, over the fixtures of the emulator. */
export const fixtureTarget = (baseUrl: string, translator = new Translator()): Target => ({
  baseUrl,
  v3BaseUrl: baseUrl,
  authUrl: baseUrl,
  realm: 'sandbox',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  weakClientId: 'sandbox-readonly',
  weakClientSecret: 'sandbox-secret',
  secretKey: 'sk_sandbox',
  customerId: undefined,
  paymentMethodId: undefined,
  encryptionKey: undefined,
  cardNumber: '4187427415564246',
  currency: 'NGN',
  translator,
  bill: { item: 'UB157', biller: 'BIL112', customer: '45700000001' },
  emulator: true,
  full: true,
})

function foreignTarget(values: Values, baseUrl: string): Target {
  const usual = fixtureTarget(address(baseUrl, 'base-url'), readVocabulary(values.vocabulary))
  const { baseUrl: base } = usual
  // An emulator has the credentials of its fixtures unless others are given; they are not tried elsewhere.
  const known: Partial<Target> = values.emulator ? usual : {}
  const target: Target = {
    ...usual,
    v3BaseUrl: address(values['v3-base-url'] ?? base, 'v3-base-url').replace(/\/v3$/, ''),
    authUrl: address(values['auth-url'] ?? base, 'auth-url'),
    realm: values.realm ?? usual.realm,
    clientId: values['client-id'] ?? known.clientId,
    clientSecret: values['client-secret'] ?? known.clientSecret,
    weakClientId: values['weak-client-id'] ?? known.weakClientId,
    weakClientSecret: values['weak-client-secret'] ?? known.weakClientSecret,
    secretKey: values['secret-key'] ?? known.secretKey,
    customerId: values['customer-id'],
    paymentMethodId: values['payment-method-id'],
    encryptionKey: values['encryption-key'],
    cardNumber: values['card-number'] ?? usual.cardNumber,
    currency: values.currency ?? usual.currency,
    bill: {
      item: values['bill-item'] ?? usual.bill.item,
      biller: values['biller-code'] ?? usual.bill.biller,
      customer: values['bill-customer'] ?? usual.bill.customer,
    },
    emulator: values.emulator,
    full: values.full,
  }
  if (target.paymentMethodId !== undefined && target.customerId === undefined)
    throw new UsageError('--payment-method-id needs --customer-id, whose payment method it is')
  if (!values['yes-this-is-a-sandbox']) mustBeSandbox(target)
  return target
}

/** The words in a vocabulary file of the emulator's fixtures; those of the contract without one. */
export function readVocabulary(file: string | undefined, asking?: Asking): Translator {
  if (file === undefined) return new Translator()
  try {
    const { vocabulary } = parseYaml(readFileSync(file, 'utf8')) as { vocabulary?: Vocabulary }
    return new Translator(vocabulary, asking)
  } catch (error) {
    throw new UsageError(
      `--vocabulary ${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Refuses what may be a production address: the suite creates charges and sends money. */
function mustBeSandbox({ baseUrl, v3BaseUrl, secretKey }: Target): void {
  const way = 'The suite creates charges and transfers. Say --yes-this-is-a-sandbox if nothing is real there'
  for (const url of [baseUrl, v3BaseUrl])
    if (!looksLikeSandbox(url)) throw new UsageError(`${url} does not look like a sandbox. ${way}`)
  if (secretKey !== undefined && /(^|[_-])(live|prod)/i.test(secretKey))
    throw new UsageError(`the secret key looks like one of production. ${way}`)
}

function address(text: string, name: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`--${name} must be an http or https URL`)
  const { username, search, hash } = new URL(text)
  if (username || search || hash)
    throw new UsageError(`--${name} must hold no credentials, query or fragment`)
  return text.replace(/\/+$/, '')
}

function number(text: string | undefined, name: string, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!(value >= min && value <= max))
    throw new UsageError(`--${name} must be a number from ${min} to ${max}`)
  return value
}
