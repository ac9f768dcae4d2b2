import { describe } from 'vitest'
import { expectFound, expectRight } from './run.ts'
import { shops } from './shops.ts'

const seeds = ['a', 'b', 'c', 'd', 'e', 'f']
const mistakes = Object.entries(shops).flatMap(([name, { file, mistakes }]) =>
  Object.entries(mistakes).map(([mistake, laws]) => ({ name, mistake, laws, file })),
)

describe.concurrent('shops of other styles', (it) => {
  it.for(Object.entries(shops))(
    '%s is right, and is not accused with any of six seeds',
    async ([, { file }]) => expectRight(file, seeds),
  )

  it.for(mistakes)(
    '$name with $mistake breaks $laws.0, and breaks it again',
    async ({ file, mistake, laws }) => expectFound(file, mistake, laws),
  )
})
