import { describe, expect } from 'vitest'
import { examine, expectFound } from './run.ts'
import { shops } from './shops.ts'

const seeds = ['a', 'b', 'c', 'd', 'e', 'f']
const mistakes = Object.entries(shops).flatMap(([name, { file, mistakes }]) =>
  Object.entries(mistakes).map(([mistake, laws]) => ({ name, mistake, laws, file })),
)

describe.concurrent('shops of other styles', (it) => {
  it.for(Object.entries(shops))(
    '%s is right, and is not accused with any of six seeds',
    async ([, { file }]) => {
      for (const seed of seeds) {
        const { code, output } = await examine(file, ['--seed', seed, '--stories', '40'])
        expect(code, output).toBe(0)
      }
    },
  )

  it.for(mistakes)(
    '$name with $mistake breaks $laws.0, and breaks it again',
    async ({ file, mistake, laws }) => {
      await expectFound(file, mistake, laws)
    },
  )
})
