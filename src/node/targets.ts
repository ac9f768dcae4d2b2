import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Which receivers deliveries may go to. */
export type TargetRule = 'any' | 'private'

/** Loopback and the private networks of RFC 1918 and RFC 4193; neither link-local addresses, where clouds keep secrets, nor 0.0.0.0. */
const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/** Whether an IP address is loopback or private. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

const refused = (host: string, address: string): Error =>
  new Error(
    `${host}${host === address ? '' : ` is ${address}, which`} is neither a loopback nor a private address, and this emulator sends webhooks to those only (EMULATOR_WEBHOOK_ALLOW=private)`,
  )

/** Refuses a host that is itself an address out of bounds: no name is looked up for it. */
export function checkLiteral(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPrivateAddress(address)) throw refused(address, address)
}

/** Looks a name up for the very connection that is then made, and fails where any of its addresses is out of bounds. */
export const privateLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = found as LookupAddress[]
    const bad = error ? undefined : addresses.find(({ address }) => !isPrivateAddress(address))
    const first = addresses?.[0]
    if (error) callback(error, '', 0)
    else if (bad || !first) callback(refused(hostname, bad?.address ?? 'nowhere'), '', 0)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
