import { X509Certificate } from 'node:crypto'
import { connect, createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthority } from '../../src/certificates/authority.ts'

test('A certificate of the authority is accepted for its names and addresses by who trusts it, and for no other', async () => {
  const authority = await createAuthority()
  const server = createServer(await authority.issue(['pay.example', '*.pay.example', '127.0.0.1', '::1']))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const outcome = (servername: string, ca?: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({
        host: '127.0.0.1',
        port,
        ...(servername === '127.0.0.1' ? {} : { servername }),
        ...(ca === undefined ? {} : { ca }),
      })
      socket.on('secureConnect', () => resolve('accepted'))
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
      onTestFinished(() => void socket.destroy())
    })
  for (const name of ['pay.example', 'a.pay.example', '127.0.0.1'])
    expect([name, await outcome(name, authority.certificate)]).toEqual([name, 'accepted'])
  expect(await outcome('other.example', authority.certificate)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(await outcome('pay.example')).toBe('SELF_SIGNED_CERT_IN_CHAIN')
  const { certificate: stranger } = await createAuthority()
  expect(await outcome('pay.example', stranger)).not.toBe('accepted')
})

test('Certificates have what strict clients ask for, and live no longer than they allow', async () => {
  const authority = await createAuthority()
  const ca = new X509Certificate(authority.certificate)
  const long = `${'a'.repeat(60)}.pay.example`
  const leaf = new X509Certificate((await authority.issue([long])).cert)
  expect(ca.ca).toBe(true)
  expect(leaf.ca).toBe(false)
  expect(leaf.checkIssued(ca) && leaf.verify(ca.publicKey)).toBe(true)
  expect(leaf.checkHost(long)).toBe(long)
  // The extended key usage of a server.
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  const days = (Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / 86_400_000
  expect([days > 300, days < 398]).toEqual([true, true])
  expect(Date.parse(leaf.validFrom)).toBeLessThan(Date.now())
  expect(ca.serialNumber).not.toBe(leaf.serialNumber)
})
