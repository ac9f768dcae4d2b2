import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { contractWords } from '../../src/domain/fixtures/vocabulary.ts'
import { methodMembers, transactionMembers } from '../../src/domain/fixtures/vocabulary-document.ts'
import { paymentMethodTypes } from '../../src/domain/kernel/enums.ts'
import { builtInFolders } from '../../src/node/built-in.ts'
import { createEmulator } from '../../src/node/in-process.ts'
import { readFixtures } from '../../src/node/yaml-files.ts'
import { WirePaymentMethod } from '../../src/wire/payment-method.ts'
import { WireTransaction } from '../../src/wire/transaction.ts'
import { serviceRefMember } from '../../src/wire/transaction-words.ts'
import { Words } from '../../src/wire/words.ts'

/** A fixtures folder with a vocabulary, and a function that replaces it. */
function folder(text: string): { path: string; write(text: string): void } {
  const path = mkdtempSync(join(tmpdir(), 'vocabulary-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const write = (next: string): void => writeFileSync(join(path, 'vocabulary.yaml'), `vocabulary:\n${next}`)
  write(text)
  return { path, write }
}

const read = (text: string) => readFixtures([builtInFolders.fixtures, folder(text).path])

const types = (...lines: string[]): string =>
  `  payment_method_types:\n${lines.map((line) => `    ${line}\n`).join('')}`

describe('the file of the vocabulary', () => {
  test('has the words of the contract unless it says otherwise', async () => {
    const { vocabulary } = inject('builtIn').fixtures
    expect(vocabulary).toEqual(contractWords)
    expect(new Words(vocabulary).areContracts).toBe(true)
    expect((await read('  service_ref: made_up_ref\n')).vocabulary).toEqual({
      ...contractWords,
      serviceRef: 'made_up_ref',
    })
    const { vocabulary: mapped } = await read(types('card: plastic'))
    expect(mapped.paymentMethodTypes).toEqual({ ...contractWords.paymentMethodTypes, card: 'plastic' })
  })

  test.each([
    ['an unknown type', types('crad: plastic'), /vocabulary\.yaml:3:5: .*crad: .*did you mean "card"/],
    ['an unknown member', '  webhook_heder: X-A\n', /:2:3: .*did you mean "webhook_header"/],
    ['a word of two types', types('card: plastic', 'ussd: plastic'), /:4:5: .*the word of card already/],
    ["the contract's word of another type", types('card: ussd'), /:3:5: .*contract's word of another type/],
    ['words of each other', types('card: ussd', 'ussd: card'), /:3:5: .*contract's word of another type/],
    ['a word of another member', types('card: meta'), /:3:5: .*"meta" is another member there/],
    ['a reference that is another member', '  service_ref: tx_ref\n', /:2:3: .*"tx_ref" is another member/],
    ['a word with a dot', types('card: a.card'), /:3:5: .*must begin with a letter/],
    ['a word that is no text', types('card: 5'), /:3:5: /],
    ['a header that frames requests', '  webhook_header: Content-Length\n', /:2:3: .*frames the request/],
  ])('is refused with %s, and where that stands', async (_, text, problem) => {
    await expect(read(text)).rejects.toThrow(problem)
  })

  test('is read again when files are reloaded, and stays as it was if it has a problem', async () => {
    const mine = folder(types('card: plastic'))
    const emulator = await createEmulator({ fixtures: [mine.path] })
    onTestFinished(() => emulator.close())
    const type = async (): Promise<unknown> => {
      const token = await emulator.token()
      const response = await emulator.fetch(`${emulator.url}/payment-methods/pmd_card000001`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await response.json()) as { data: { type: string } }).data.type
    }
    const reload = async (): Promise<string> => {
      const url = `${emulator.url}/_emulator/scenarios/reload`
      return (await emulator.fetch(url, { method: 'POST' })).text()
    }
    expect(await type()).toBe('plastic')
    mine.write(types('card: paper'))
    await reload()
    expect(await type()).toBe('paper')
    mine.write(types('card: ussd'))
    expect(await reload()).toContain("contract's word of another type")
    expect(await type()).toBe('paper')
  })

  test('knows every member beside which its words stand', () => {
    const beside = new Set(
      WirePaymentMethod.options.flatMap((option) =>
        Object.keys(option.shape).filter((name) => !(paymentMethodTypes as readonly string[]).includes(name)),
      ),
    )
    expect(new Set(methodMembers)).toEqual(beside)
    const others = Object.keys(WireTransaction.shape).filter((name) => name !== serviceRefMember)
    expect(new Set(transactionMembers)).toEqual(new Set(others))
  })
})
