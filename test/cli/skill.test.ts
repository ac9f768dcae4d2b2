import { expect, inject, test } from 'vitest'
import { skillText } from '../../src/cli/skill.ts'

const skill = skillText(inject('builtIn'))

test('SKILL.md is written from the tables of commands, options and scenarios', async () => {
  await expect(skill).toMatchFileSnapshot('../../SKILL.md')
})

/** Each token is at least this long on average in texts with much code: tokenizers differ, and 3.5 to 4 is usual. */
const charactersPerToken = 3.3

test('SKILL.md has at most 1,500 tokens', () => {
  expect(Math.ceil(skill.length / charactersPerToken)).toBeLessThanOrEqual(1500)
})
