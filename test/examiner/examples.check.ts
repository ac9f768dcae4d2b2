import { describe } from 'vitest'
import { mistakesOf } from './mistakes.ts'
import { expectFound, expectRight, fileOf, rounds } from './run.ts'

const examples = ['webhooks', 'polling', 'orders']
const seeds = Array.from({ length: rounds ?? 20 }, (_, n) => `seed ${n + 1}`)

describe.concurrent('the example shops', (it) => {
  it.for(examples)('%s is right, and is not accused with any seed', async (example) => {
    await expectRight(fileOf(example), seeds)
  })

  it.for(
    examples.flatMap((example) =>
      mistakesOf(example).map(([mistake, law]) => [example, mistake, law] as const),
    ),
  )('%s with %s breaks %s, and breaks it again', async ([example, mistake, law]) => {
    await expectFound(fileOf(example), mistake, [law])
  })
})
