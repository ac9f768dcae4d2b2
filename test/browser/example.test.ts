import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clone, lineOf, runLine } from '../support/clone.ts'

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

test('the playwright example runs with its command, each test in its own world', {
  timeout: 120_000,
}, async (context) => {
  if (!existsSync(chromium)) context.skip(`there is no ${chromium}; name a browser with CHROMIUM`)
  const cloned = clone()
  try {
    const { code, output } = await runLine(cloned.example('playwright'), lineOf('playwright'), {
      CHROMIUM: chromium,
    })
    expect([code, output]).toEqual([0, expect.stringContaining('2 passed')])
  } finally {
    cloned.remove()
  }
})
