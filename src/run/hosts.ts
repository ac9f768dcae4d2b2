/** The hosts that reach the emulator. */
export class MappedHosts {
  /** As they were given, in lower case; `*.example.com` is every name below it. */
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    this.names = names
  }

  /** Whether requests to a host are for the emulator. Neither case nor a final dot matters. */
  has(host: string): boolean {
    const name = plainName(host)
    return this.names.some((mapped) =>
      mapped.startsWith('*.') ? name.endsWith(mapped.slice(1)) : name === mapped,
    )
  }
}

/** A host name as it is compared. */
export const plainName = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** Whether a name or an address is this machine by definition. */
export const isLoopback = (host: string): boolean =>
  /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$|^\[::1\]$/.test(
    plainName(host),
  )

/** Host and port of `name:port` or `[address]:port`; undefined if it is neither. */
export function splitAuthority(
  authority: string,
  defaultPort: number,
): { host: string; port: number } | undefined {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-f:.]+)\]|([^:\s/[\]]+))(?::(\d{1,5}))?$/i.exec(authority) ?? []
  const host = bracketed ?? plain
  if (host === undefined) return undefined
  return { host, port: port === undefined ? defaultPort : Number(port) }
}
