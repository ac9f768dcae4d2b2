import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'

test.each([
  [['--tls-port', '1'], /--tls-port needs --tls/],
  [['--tls', '--tls-cert', 'a'], /--tls-cert and --tls-key belong together/],
])('the configuration refuses %j', (args, complaint) => {
  expect(() => readConfig(args, {})).toThrow(complaint)
})

test('EMULATOR_TLS is a variable as others: true, false, 1 or 0', () => {
  expect(readConfig([], { EMULATOR_TLS: '1' }).tls).toEqual({ port: 4293, files: undefined })
  expect(readConfig([], { EMULATOR_TLS: 'false' }).tls).toBeUndefined()
  expect(() => readConfig([], { EMULATOR_TLS: 'yes' })).toThrow(
    'EMULATOR_TLS is "yes", but must be one of: true, false',
  )
})
