/**
 * The header with which the proxy of `payment-emulator run` passes on the address that a program called, such as
 * `https://api.example.com`.
 */
export const mappedHeader = 'x-emulator-mapped'

/** The address in that header; undefined if there is none that can be used. */
export const mappedAddress = (header: string | undefined): string | undefined =>
  header !== undefined && /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(header) ? header : undefined
