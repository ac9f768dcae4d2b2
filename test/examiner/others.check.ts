import { describe, expect } from 'vitest'
import { examine } from './run.ts'
import { shops } from './shops.ts'

const seeds = ['a', 'b', 'c', 'd', 'e', 'f']

describe.concurrent('shops of other styles', (it) => {
  it.for(Object.entries(shops))('%s is right, and is not accused', async ([, { file }]) => {
    for (const seed of seeds) {
      const { code, output } = await examine(file, ['--seed', seed, '--budget', '5s'])
      expect([code, output]).toEqual([0, expect.anything()])
    }
  })
})
