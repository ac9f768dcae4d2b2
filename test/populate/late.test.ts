import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('What makes a past is loaded by the request for one, and by nothing else', () => {
  const users = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('populate'))
    .map((path) => [join('src', path), readFileSync(join('src', path), 'utf8')] as const)
    .filter(([, source]) => /['"](?:[^'"]*\/populate\/|@faker-js)/.test(source))
  expect(users.map(([path]) => path)).toEqual([join('src', 'routes', 'control', 'populate.ts')])
  for (const [, source] of users) expect(source).not.toMatch(/from ['"][^'"]*(\/populate\/|@faker-js)/)
})
