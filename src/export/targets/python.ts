import { comment, slug, snake } from '../print.ts'
import type { Script } from '../script.ts'
import { type Kit, kitTest, template } from './kit.ts'

const quoted = (text: string): string => JSON.stringify(text)

const kit: Kit = {
  syntax: {
    null: 'None',
    true: 'True',
    false: 'False',
    nonce: 'secrets.token_hex(6)',
    variable: ({ name }) => snake(name),
    string: quoted,
    text: ({ parts }) =>
      `f"${template(
        parts,
        (text) => quoted(text).slice(1, -1).replace(/[{}]/g, '$&$&'),
        ({ name }) => `{${snake(name)}}`,
      )}"`,
    list: ['[', ']'],
    object: ['{', '}', '{}'],
    member: (name, value) => `${quoted(name)}: ${value}`,
    indent: '    ',
    last: ',',
  },
  indent: '    ',
  comment: '#',
  assign: (variable, expression) => `${snake(variable)} = ${expression}`,
  run: (expression) => expression,
  request: (method, path, body, headers) =>
    `world.request(${[method, path, body ?? (headers === undefined ? undefined : 'None'), headers].filter((part) => part !== undefined).join(', ')})`,
  member: (variable, path) => snake(variable) + path.map((name) => `[${quoted(name)}]`).join(''),
  equal: (actual, expected) => `assert ${actual} == ${expected}`,
  refused: (request, status) => [
    'with pytest.raises(EmulatorError) as refused:',
    `    ${request.replaceAll('\n', '\n    ')}`,
    `assert refused.value.status ${status === undefined ? 'is None' : `== ${status}`}`,
  ],
  advance: (by) => `world.advance(${by})`,
  freeze: (at) => `world.freeze(${at ?? ''})`,
  next: (key, when) => `world.next(${key}${when === undefined ? '' : `, ${when}`})`,
  pay: (charge, response) =>
    `world.pay(${charge}${response === undefined ? '' : `, processor_response=${response}`})`,
  await: (isDelivered, type, reference) =>
    `world.${isDelivered ? 'await_delivered' : 'await_event'}(${type}${reference === undefined ? '' : `, reference=${reference}`})`,
  reference: (before, after) => `f"${before}-{unique}${after}"`,
  secretKey: 'secret_key',
  controlToken: 'control',
}

/** A test for pytest with the kit of Python. */
export function python(script: Script): string {
  const test = kitTest(kit, script)
  const imports = [
    ...(test.usesControl ? ['import os'] : []),
    ...(test.usesUnique || test.usesNonce ? ['import secrets'] : []),
  ]
  return `${[
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    ...(test.usesRefusal
      ? ['import pytest', '', 'from payment_emulator import EmulatorError', '', '']
      : ['']),
    ...script.remarks.map((remark) => `# ${comment(remark)}`),
    `def test_${slug(script.title, '_')}(world):`,
    ...[
      ...(test.awaitsDelivery ? ['world.receive_webhooks()'] : []),
      ...(test.usesUnique ? ['unique = secrets.token_hex(4)'] : []),
      ...(test.usesSecretKey
        ? ['secret_key = {"Authorization": f"Bearer {world.credentials()[\'secret_keys\'][0]}"}']
        : []),
      ...(test.usesControl
        ? ['control = {"Authorization": f"Bearer {os.environ.get(\'EMULATOR_CONTROL_TOKEN\', \'\')}"}']
        : []),
      ...test.statements,
    ].map((line) => (line === '' ? '' : kit.indent + line)),
  ].join('\n')}\n`
}
