import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { fill, fillText } from '../../src/examiner/file/fill.ts'
import { examinationSchema } from '../../src/examiner/file/json-schema.ts'
import { ExaminationFile } from '../../src/examiner/file/schema.ts'
import { sightingOf } from '../../src/examiner/play/http-shop.ts'
import { at, countOf } from '../../src/examiner/play/pointer.ts'
import { checkYaml, formatProblem } from '../../src/node/yaml-files.ts'

const whole = `program:
  start: node shop.mjs
  env: { PAYMENT_API: "{{base_url}}" }
  ready: http://127.0.0.1:3000/health
webhook: http://127.0.0.1:3000/webhooks
pay:
  url: http://127.0.0.1:3000/orders/{{order}}/pay
  body: { amount: 1500 }
look:
  url: http://127.0.0.1:3000/orders/{{order}}
  status: /status
  paid: [paid]
patience: 1s
`

const problemsOf = async (text: string) =>
  (await checkYaml(text, 'examine.yaml', ExaminationFile)).problems.map(formatProblem)

test('A file gets its defaults, and durations in milliseconds', async () => {
  const { values, problems } = await checkYaml(whole, 'examine.yaml', ExaminationFile)
  expect(problems).toEqual([])
  expect(values[0]).toMatchObject({
    program: { cwd: '.', start: 'node shop.mjs' },
    order: { amount: 1500, currency: 'NGN' },
    pay: { method: 'POST', headers: {} },
    look: { method: 'GET', failed: [] },
    polls: false,
    patience: 1000,
    window: 86_400_000,
    play: { also: [], never: [] },
  })
})

test.each([
  ['look:', 'lok:', 'examine.yaml:9:1: lok: is not a known field (did you mean "look"?)'],
  [
    '{{order}}/pay',
    '{{oder}}/pay',
    'examine.yaml:7:3: pay.url: {{oder}} is not a placeholder (did you mean "order"?)',
  ],
  ['patience: 1s', 'patience: soon', 'examine.yaml:13:1: patience: must be a duration'],
  [
    'patience: 1s',
    'play: { never: [restrat] }',
    'examine.yaml:13:17: play.never.0: "restrat" is not allowed (did you mean "restart"?)',
  ],
  ['status: /status', 'status: status', 'examine.yaml:11:3: look.status: must be a JSON pointer'],
  ['webhook: http://127.0.0.1:3000/webhooks\n', '', 'examine.yaml:1:1: webhook: is missing'],
])('A mistake is told with its place and the nearest name: %j as %j', async (right, wrong, message) => {
  expect((await problemsOf(whole.replace(right, wrong))).join('\n')).toContain(message)
})

test('The schema for editors is up to date, and takes what the command takes: npm run schema regenerates it', () => {
  const published = readFileSync('scenarios/examine.schema.json', 'utf8')
  expect(published).toBe(`${JSON.stringify(examinationSchema(), null, 2)}\n`)
  const validate = new Ajv({ strict: false }).compile(JSON.parse(published))
  expect(validate(parse(whole)), JSON.stringify(validate.errors)).toBe(true)
  expect(validate(parse(whole.replace('look:', 'lok:')))).toBe(false)
})

test('Placeholders are filled in, and a value that is nothing but one keeps its type', () => {
  const values = { order: 'order-1', amount: 1500 }
  expect(fillText('/orders/{{order}}/{{ amount }}/{{unknown}}', values)).toBe(
    '/orders/order-1/1500/{{unknown}}',
  )
  expect(fill({ a: ['{{amount}}', 'x{{order}}'], b: 1 }, values)).toEqual({ a: [1500, 'xorder-1'], b: 1 })
})

test.each([
  [{ a: { 'b/c': [1, 2] } }, '/a/b~1c/1', 2],
  [{ a: 1 }, '/b', undefined],
  ['text', '', 'text'],
])('In %j the pointer %j finds %j', (value, pointer, found) => {
  expect(at(value, pointer)).toBe(found)
})

test.each([
  [[1, 2], 2],
  [true, 1],
  [undefined, 0],
  [3, 3],
])('%j counts as %d fulfilments', (value, count) => {
  expect(countOf(value)).toBe(count)
})

const lookOf = {
  method: 'GET',
  url: '',
  headers: {},
  status: '/status',
  fulfilled: '/sent',
  paid: ['paid'],
  failed: ['dead'],
}

test.each([
  [200, '{"status":"paid","sent":[1]}', 'paid', 1],
  [200, '{"status":"dead"}', 'failed', 0],
  [200, '{"status":"new","sent":false}', 'pending', 0],
  [404, 'no', 'pending', 0],
  [500, '{"status":"paid"}', undefined, undefined],
  [200, '<html>', undefined, undefined],
  [0, 'refused', undefined, undefined],
])('A look that is answered %d %j tells %s, fulfilled %s', (status, text, belief, fulfilled) => {
  expect(sightingOf(lookOf, status, text)).toMatchObject({ belief, fulfilled })
})
