import { ADDRCONFIG, lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { TargetRule } from '../domain/kernel/enums.ts'

/** Loopback and the private networks of RFC 1918 and RFC 4193; neither link-local addresses, where clouds keep secrets, nor 0.0.0.0. */
const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/**
 * Where clouds answer with credentials inside a private network; all their other metadata addresses (169.254.0.0/16,
 * fe80::/10, 100.100.100.200, 168.63.129.16, 192.0.0.192) lie outside one.
 */
const metadataNetworks = new BlockList()
for (const [network, prefix] of [
  // AWS: metadata, time, names and the pod identity of EKS.
  ['fd00:ec2::', 32],
  // Google Cloud.
  ['fd20:ce::', 64],
  // Oracle Cloud.
  ['fd00:c1::', 32],
  // Scaleway.
  ['fd00:42::', 32],
  // Linode.
  ['fd00:a9fe:a9fe::', 48],
  // Alibaba Cloud.
  ['fd00:100::', 32],
] as const)
  metadataNetworks.addSubnet(network, prefix, 'ipv6')

/** Whether a private IPv6 address ends in one of 169.254.0.0/16: a translator (NAT64) may send it on to there. */
const endsInLinkLocal = (address: string): boolean =>
  // `URL` normalises the spelling of addresses.
  /:a9fe:[0-9a-f]+\]$/.test(new URL(`http://[${address.replace(/%.*/, '')}]`).hostname)

/** Names under which clouds serve metadata, whatever they resolve to. */
const metadataNames: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.oraclecloud.com',
  'metadata.oci.oraclecloud.com',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'api.metadata.cloud.ibm.com',
  'api.service.softlayer.com',
  'instance-data.ec2.internal',
])

/** Whether an IP address is loopback or private, and not a cloud's metadata address. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return privateNetworks.check(address, 'ipv4')
  return (
    family === 6 &&
    privateNetworks.check(address, 'ipv6') &&
    !metadataNetworks.check(address, 'ipv6') &&
    !endsInLinkLocal(address)
  )
}

const refused = (host: string, address: string): Error =>
  new Error(
    `${host}${host === address ? '' : ` is ${address}, which`} is neither a loopback nor a private address, or is a cloud's metadata address; this emulator sends webhooks to loopback and private addresses only (EMULATOR_WEBHOOK_ALLOW=private)`,
  )

/** Refuses a host that is an address out of bounds or a name of a cloud's metadata service, without a lookup. */
export function checkHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 ? !isPrivateAddress(host) : metadataNames.has(host.toLowerCase().replace(/\.$/, '')))
    throw refused(host, host)
}

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Pending lookups by name. */
const underWay = new Map<string, Promise<readonly LookupAddress[]>>()

/**
 * The addresses of a name. Node looks up few names at a time, and many deliveries to one name with silent name servers
 * would block all other names. So concurrent lookups of a name share one, and localhost needs none.
 */
function addressesOf(name: string): Promise<readonly LookupAddress[]> {
  if (/^(.+\.)?localhost$/i.test(name)) return Promise.resolve(loopback)
  let found = underWay.get(name)
  if (found === undefined) {
    found = new Promise<LookupAddress[]>((resolve, reject) => {
      dnsLookup(name, { all: true, hints: ADDRCONFIG }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      )
    }).finally(() => underWay.delete(name))
    underWay.set(name, found)
  }
  return found
}

/** Resolves the name for the connection itself (no rebinding), and fails if any of its addresses is out of bounds. */
export const lookup =
  (rule: TargetRule): LookupFunction =>
  (hostname, options, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const bad = rule === 'private' && addresses.find(({ address }) => !isPrivateAddress(address))
        const [first] = addresses
        if (bad || !first) callback(refused(hostname, bad ? bad.address : 'nowhere'), '', 0)
        else if (options.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
