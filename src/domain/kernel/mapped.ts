/**
 * The header by which the proxy of `payment-emulator run` says at which address a program believes that it reaches the
 * service, such as `https://api.example.com`.
 */
export const mappedHeader = 'x-emulator-mapped'

/** The address in that header; undefined if there is none that can be used. */
export const mappedAddress = (header: string | undefined): string | undefined =>
  header !== undefined && /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(header) ? header : undefined
