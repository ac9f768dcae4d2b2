import { formatDuration, parseDuration } from '../domain/kernel/duration.ts'
import { Instant } from '../domain/kernel/instant.ts'

/** An invalid configuration or command line; the message names the value and what is allowed. */
export class ConfigError extends Error {}

export const text = (value: string): string => {
  if (value === '') throw new ConfigError('must not be empty')
  return value
}

export const yesOrNo = (value: string): boolean => {
  if (!/^(?:true|false|1|0)$/.test(value)) throw new ConfigError('must be one of: true, false, 1, 0')
  return value === 'true' || value === '1'
}

export const bearerToken = (value: string): string => {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new ConfigError('must be printable ASCII without spaces')
  return value
}

export const headerName = (value: string): string => {
  if (!/^[A-Za-z0-9-]{1,100}$/.test(value))
    throw new ConfigError('must be a header name of letters, digits and hyphens')
  return value
}

/** A host name without port; a leading `*.` matches every name below it. */
export const hostName = (value: string): string => {
  if (!/^(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(value))
    throw new ConfigError('must be host names such as "pay.test.example" or "*.test.example", without port')
  return value.toLowerCase()
}

/** A host that programs call. Not this machine, because requests to it bypass the proxy. */
export const mappedHost = (value: string): string => {
  if (/^https?:\/\//i.test(value)) throw new ConfigError('must be a host name, without "https://" and path')
  if (/:\d+$/.test(value))
    throw new ConfigError('must be a host name without port: every port of a mapped host is mapped')
  const name = hostName(value.replace(/\.$/, ''))
  if (/^(.+\.)?localhost$|^127\./.test(name))
    throw new ConfigError('must not be this machine, which programs reach without a proxy')
  return name
}

export const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new ConfigError(`must be a whole number from ${min} to ${max}`)
    return number
  }

export const oneOf =
  <T extends string>(...allowed: readonly T[]) =>
  (value: string): T => {
    if (!allowed.includes(value as T)) throw new ConfigError(`must be one of: ${allowed.join(', ')}`)
    return value as T
  }

export const duration = (value: string): number => {
  const ms = parseDuration(value)
  if (ms === undefined) throw new ConfigError('must be a duration such as "250ms", "30s" or "10m"')
  return ms
}

/** Parses a duration of whole seconds, to milliseconds; the bounds are in milliseconds. */
export const wholeSeconds =
  (minMs: number, maxMs: number) =>
  (value: string): number => {
    const ms = duration(value)
    if (ms < minMs || ms > maxMs || ms % 1000 !== 0)
      throw new ConfigError(
        `must be a duration of whole seconds from ${formatDuration(minMs)} to ${formatDuration(maxMs)}`,
      )
    return ms
  }

/** Parses a date-time with a time zone, to milliseconds since 1970. */
export const instant = (value: string): number => {
  const result = Instant.safeParse(value)
  if (!result.success)
    throw new ConfigError(
      'must be a date-time with a time zone, such as "2030-01-01T00:00:00Z", in the years 1970 to 9989',
    )
  return result.data
}

export const list =
  <T>(item: (value: string) => T, most = 100) =>
  (value: string): T[] => {
    const parts = value === '' ? [] : value.split(',')
    if (parts.length > most) throw new ConfigError(`must have at most ${most} parts`)
    return parts.map((part) => item(part.trim()))
  }

export const webUrl = (value: string): string => {
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw new ConfigError('must be an http or https URL')
  return value.replace(/\/$/, '')
}
