import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { connect } from '../../src/index.ts'
import { operations } from '../../src/operations.ts'
import { operationOf } from '../support/check.ts'

/** Operations of the control interface that a client does not need, and why; pages and streams are excluded as well. */
const left: Record<string, string> = { 'GET /_emulator/openapi.json': 'a document' }

/** Calls every function in an object, with any arguments, and ignores the results. */
async function callAll(object: object): Promise<void> {
  for (const member of Object.values(object)) {
    if (typeof member === 'object') await callAll(member)
    if (typeof member === 'function')
      for (const args of [['x', 'x', {}], [], ['5ms']])
        try {
          await member(...args)
        } catch {}
  }
}

test('the client reaches every operation of the control interface', async () => {
  const reached = new Set<string>()
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const op = operationOf(init?.method ?? 'GET', new URL(String(input)).pathname)
    if (op) reached.add(`${op.method.toUpperCase()} ${op.path}`)
    return Response.json({})
  }
  await callAll(connect('http://localhost', { fetch }))
  const control = operations
    .filter(({ access, responses }) => access === 'control' && Object.values(responses).some(Boolean))
    .map((op) => `${op.method.toUpperCase()} ${op.path}`)
  expect(control.filter((name) => !reached.has(name) && !(name in left))).toEqual([])
  expect(Object.keys(left).filter((name) => reached.has(name) || !control.includes(name))).toEqual([])
})

test('the client is small, and needs nothing that browsers lack', async () => {
  await using build = await rolldown({ input: 'src/client.ts', platform: 'browser' })
  const { output } = await build.generate({ minify: true })
  expect(output[0].moduleIds.filter((path) => !/\/src\/client/.test(path))).toEqual([])
  expect(output[0].code).not.toMatch(/node:|process\.|Buffer/)
  expect(Buffer.byteLength(output[0].code)).toBeLessThan(10_000)
})
