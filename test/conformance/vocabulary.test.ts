import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../src/node/in-process.ts'
import { vocabularyFile } from '../support/vocabulary.ts'
import { readVocabulary } from './kit/options.ts'
import type { Asking, Translator } from './kit/vocabulary.ts'
import { rules } from './rules.ts'
import { look, rulesOf } from './support.ts'

/** Longest run of the whole suite on a busy machine. Milliseconds. */
const longest = 600_000

/** Rules about words that differ from service to service. */
const worded = rulesOf('payment_methods.', 'charge_object.', 'transactions.', 'webhooks.')

/** The ids of the rules that an emulator violates, and how many it follows. */
async function differing(
  chosen: typeof rules,
  fixtures: string[],
  translator: Translator,
): Promise<{ differ: string[]; agree: number }> {
  const emulator = await createEmulator({ fixtures, maxWorlds: 1000 })
  onTestFinished(() => emulator.close())
  const url = await emulator.listen()
  const target = {
    baseUrl: url,
    v3BaseUrl: url,
    authUrl: url,
    emulator: true,
    full: true,
    translator,
  }
  const { results } = await look(chosen, (address, init) => fetch(address, init), {
    target,
    transport: { addresses: [url], maxRequests: 20_000, translator },
  })
  const of = (outcome: string): string[] =>
    results.filter((result) => result.outcome === outcome).map(({ rule }) => rule.id)
  return { differ: of('differs'), agree: of('agrees').length }
}

const words = (asking: Asking): Translator => readVocabulary(vocabularyFile, asking)

test(
  'an emulator with a made-up vocabulary agrees with every rule, in the words of that vocabulary',
  async () => {
    const { differ, agree } = await differing(rules, [vocabularyFile], words('service'))
    expect(differ).toEqual([])
    expect(agree).toBe(rules.length)
  },
  longest,
)

test(
  'it takes requests in the words of the contract as well',
  async () => {
    const { differ, agree } = await differing(worded, [vocabularyFile], words('contract'))
    expect(differ).toEqual([])
    expect(agree).toBe(worded.length)
  },
  longest,
)

test.each([
  ['the words of the contract where others are due', [], words('contract')],
  ['other words where those of the contract are due', [vocabularyFile], undefined],
] as const)(
  'the suite differs from %s',
  async (_, fixtures, translator) => {
    const { differ } = await differing(worded, [...fixtures], translator ?? readVocabulary(undefined))
    expect(differ).toEqual(
      expect.arrayContaining([
        'charge_object.details_card',
        'payment_methods.type_card',
        'payment_methods.card_shown',
        'transactions.service_ref',
        'webhooks.signed',
        'webhooks.charge_method',
      ]),
    )
  },
  longest,
)
