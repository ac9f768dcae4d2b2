import { comment, slug } from '../print.ts'
import type { Script } from '../script.ts'
import { type Kit, kitTest, template } from './kit.ts'

const single = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
const double = (text: string): string => text.replace(/[\\"$]/g, '\\$&')

const kit: Kit = {
  syntax: {
    null: 'null',
    true: 'true',
    false: 'false',
    nonce: 'bin2hex(random_bytes(6))',
    variable: ({ name }) => `$${name}`,
    string: (text) =>
      /[\p{Cc}]/u.test(text) ? `"${double(JSON.stringify(text).slice(1, -1))}"` : single(text),
    text: ({ parts }) => `"${template(parts, double, ({ name }) => `{$${name}}`)}"`,
    list: ['[', ']'],
    object: ['[', ']', '(object) []'],
    member: (name, value) => `${single(name)} => ${value}`,
    indent: '    ',
    last: ',',
  },
  indent: '        ',
  comment: '//',
  assign: (variable, expression) => `$${variable} = ${expression};`,
  run: (expression) => `${expression};`,
  request: (method, path, body, headers) =>
    `$world->request(${[method, path, body ?? (headers === undefined ? undefined : 'null'), headers].filter((part) => part !== undefined).join(', ')})`,
  member: (variable, path) => `$${variable}${path.map((name) => `[${single(name)}]`).join('')}`,
  equal: (actual, expected) => `$this->assertSame(${expected}, ${actual});`,
  refused: (request, status) => [
    `$this->assertSame(${status ?? 'null'}, $this->statusOf(fn () => ${request}));`,
  ],
  advance: (by) => `$world->advance(${by})`,
  freeze: (at) => `$world->freeze(${at ?? ''})`,
  next: (key, when) => `$world->next(${key}${when === undefined ? '' : `, ${when}`})`,
  pay: (charge, response) => `$world->pay(${charge}${response === undefined ? '' : `, ${response}`})`,
  await: (isDelivered, type, reference) =>
    `$world->${isDelivered ? 'awaitDelivered' : 'awaitEvent'}(${type}${reference === undefined ? '' : `, ${reference}`})`,
  reference: (before, after) => `"${before}-{$unique}${after}"`,
  secretKey: '$secretKey',
  controlToken: '$control',
}

/** A test for PHPUnit with the kit of PHP. */
export function php(script: Script): string {
  const test = kitTest(kit, script)
  const name = slug(script.title, '-').replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
  return `${[
    '<?php',
    '',
    'declare(strict_types=1);',
    '',
    ...(test.usesRefusal ? ['use PaymentEmulator\\EmulatorException;'] : []),
    'use PaymentEmulator\\UsesPaymentEmulator;',
    'use PHPUnit\\Framework\\TestCase;',
    '',
    ...script.remarks.map((remark) => `// ${comment(remark)}`),
    `final class ${name}Test extends TestCase`,
    '{',
    '    use UsesPaymentEmulator;',
    '',
    `    public function test${name}(): void`,
    '    {',
    ...[
      '$world = $this->world();',
      ...(test.awaitsDelivery ? ['$world->receiveWebhooks();'] : []),
      ...(test.usesUnique ? ['$unique = bin2hex(random_bytes(4));'] : []),
      ...(test.usesSecretKey
        ? ["$secretKey = ['Authorization' => 'Bearer ' . $world->credentials()['secret_keys'][0]];"]
        : []),
      ...(test.usesControl
        ? ["$control = ['Authorization' => 'Bearer ' . getenv('EMULATOR_CONTROL_TOKEN')];"]
        : []),
      ...test.statements,
      ...(/assertSame/.test(test.statements.join()) ? [] : ['$this->addToAssertionCount(1);']),
    ].map((line) => (line === '' ? '' : kit.indent + line)),
    '    }',
    ...(test.usesRefusal ? ['', ...statusOf] : []),
    '}',
  ].join('\n')}\n`
}

const statusOf = [
  '    /** The status of a refusal; null if there is no answer. */',
  '    private function statusOf(callable $request): ?int',
  '    {',
  '        try {',
  '            $request();',
  '        } catch (EmulatorException $refused) {',
  '            return $refused->status;',
  '        }',
  "        $this->fail('the request was not refused');",
  '    }',
]
