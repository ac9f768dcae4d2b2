import { afterEach, expect, test } from 'vitest'
import { sender } from '../../src/node/sender.ts'
import { isPrivateAddress, lookup } from '../../src/node/targets.ts'
import { httpAnswer, type RawReceiver, rawReceiver } from '../support/receiver.ts'

let receiver: RawReceiver | undefined
afterEach(async () => {
  await receiver?.close()
  receiver = undefined
})

const post = (url: string) =>
  sender('private')({
    queue: { world: {}, endpoint: '' },
    url,
    headers: {},
    body: '{}',
    timeoutMs: 60_000,
    maxResponseBytes: 100,
  })

test.each(['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.9'])(
  '%s is private',
  (address) => expect(isPrivateAddress(address)).toBe(true),
)

test.each([
  '::1',
  'fc00::1',
  'fd12:3456::1',
  'fd00::1%lo',
  'fd00:ec3::1',
  'fd12:a9fe:a9fe::1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each([
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '192.169.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '100.64.0.1',
  '::',
  '2001:4860:4860::8888',
  'fe80::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  // Metadata addresses of clouds in the private range of RFC 4193.
  'fd00:ec2::254',
  'fd00:0ec2:0:0::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  'fd00:a9fe:a9fe::1',
  'fd00:100::100:200',
  // 169.254.169.254 and a private address, wrapped: mapped, compatible, 6to4, and behind translators.
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '::10.0.0.1',
  '2002:a9fe:a9fe::',
  '2002:a00:1::',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a00:1',
  'fd12:3456::169.254.169.254',
  'fd12:3456::a9fe:17',
  'localhost',
  '',
])('%s is not', (address) => expect(isPrivateAddress(address)).toBe(false))

test.each([
  'http://8.8.8.8/hook',
  'http://169.254.169.254/latest/meta-data',
  'http://[2001:4860:4860::8888]/hook',
  'http://[::ffff:8.8.8.8]/hook',
  'http://[fd00:ec2::254]/latest/meta-data',
  'http://[FD00:0EC2:0:0:0:0:0:254]:80/latest/meta-data',
  'http://[fd20:ce::254]/computeMetadata/v1',
  'http://metadata.google.internal/computeMetadata/v1',
  'http://Metadata.Google.Internal./computeMetadata/v1',
  // The same address, spelt differently.
  'http://134744072/hook',
  'http://0x08080808/hook',
  'http://010.8.8.8:80/hook',
])('A delivery to %s is refused before any connection', async (url) => {
  await expect(post(url)).rejects.toThrow(/neither a loopback nor a private address/)
})

test('An endpoint on this machine is reached by address and by name', async () => {
  receiver = await rawReceiver((socket) => socket.write(httpAnswer('200 OK')))
  expect((await post(receiver.url)).status).toBe(200)
  expect((await post(`http://localhost:${receiver.port}/`)).status).toBe(200)
  expect((await post(`http://2130706433:${receiver.port}/`)).status).toBe(200)
})

test('localhost and names below it are this machine, without a lookup', async () => {
  const found = await Promise.all(
    ['localhost', 'shop.localhost'].map(
      (name) => new Promise((resolve) => lookup('private')(name, { all: true }, (_, all) => resolve(all))),
    ),
  )
  const here = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  expect(found).toEqual([here, here])
})

test('Concurrent requests for one name share one lookup, and its failure', async () => {
  const ask = (name: string): Promise<unknown> =>
    new Promise((resolve) => lookup('any')(name, {}, (error) => resolve(error)))
  const [one, two, other] = await Promise.all(['a.invalid', 'a.invalid', 'b.invalid'].map(ask))
  expect(one).toBeInstanceOf(Error)
  expect(two).toBe(one)
  expect(other).not.toBe(one)
})
