import { describe } from 'vitest'
import { expectFound, expectRight, rounds } from './run.ts'
import { shops } from './shops.ts'

const seeds = ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, rounds)
const mistakes = Object.entries(shops).flatMap(([name, { file, mistakes }]) =>
  Object.entries(mistakes).map(([mistake, laws]) => ({ name, mistake, laws, file })),
)

describe.concurrent('shops of other styles', (it) => {
  it.for(Object.entries(shops))('%s is right, and is not accused with any seed', async ([, { file }]) =>
    expectRight(file, seeds),
  )

  it.for(mistakes)(
    '$name with $mistake breaks $laws.0, and breaks it again',
    async ({ file, mistake, laws }) => expectFound(file, mistake, laws),
  )
})
