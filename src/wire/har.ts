import * as z from 'zod'
import { mappedAddress, mappedHeader } from '../domain/kernel/mapped.ts'
import { DateTime } from '../domain/kernel/values.ts'
import type { WireRequest } from './journal-entry.ts'

const NamedValue = z.strictObject({ name: z.string(), value: z.string() })
/** Empty, because the headers contain them. */
const none = z.array(NamedValue)

/** HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/. Names with an underscore are ours. */
const HarEntry = z.strictObject({
  startedDateTime: DateTime,
  time: z.number(),
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    httpVersion: z.string(),
    cookies: none,
    headers: z.array(NamedValue),
    queryString: z.array(NamedValue),
    postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
    headersSize: z.literal(-1),
    bodySize: z.int(),
  }),
  response: z.strictObject({
    status: z.int(),
    statusText: z.string(),
    httpVersion: z.string(),
    cookies: none,
    headers: z.array(NamedValue),
    content: z.strictObject({ size: z.int(), mimeType: z.string(), text: z.string() }),
    redirectURL: z.string(),
    headersSize: z.literal(-1),
    bodySize: z.int(),
  }),
  cache: z.strictObject({}),
  timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
  comment: z.string().optional(),
  _scenario: z.string().nullable(),
  _trace_id: z.string(),
})

export const WireHar = z
  .strictObject({
    log: z.strictObject({
      version: z.literal('1.2'),
      creator: z.strictObject({ name: z.string(), version: z.string() }),
      entries: z.array(HarEntry),
    }),
  })
  .meta({
    id: 'HttpArchive',
    description: 'HAR 1.2; credentials and card numbers are masked',
    examples: [
      {
        log: {
          version: '1.2',
          creator: { name: 'payment-emulator', version: '0.1.0' },
          entries: [
            entryOf({
              id: 1,
              at: '2030-01-01T00:00:00.000Z',
              duration_ms: 1,
              latency_ms: null,
              method: 'GET',
              path: '/charges?limit=1',
              request_headers: { host: 'localhost:4290' },
              request_body: '',
              status: 200,
              response_headers: { 'content-type': 'application/json' },
              response_body: '{"status":"success"}',
              scenario: null,
              trace_id: 'trace_sample00000001',
              warnings: [],
            }),
          ],
        },
      },
    ],
  })
export type WireHar = z.output<typeof WireHar>

/** An HTTP archive of journal entries, in their order. */
export const harOf = (entries: readonly WireRequest[], version: string): WireHar => ({
  log: { version: '1.2', creator: { name: 'payment-emulator', version }, entries: entries.map(entryOf) },
})

function entryOf(entry: WireRequest): z.output<typeof HarEntry> {
  const { [mappedHeader]: header, ...given } = entry.request_headers
  const mapped = mappedAddress(header)
  const headers = mapped === undefined ? given : { ...given, host: mapped.replace(/^https?:\/\//, '') }
  const address =
    mapped === undefined
      ? `http://${given['host'] ?? 'localhost'}${entry.path}`
      : `${mapped}${entry.path.replace(/^\/w\/[^/?]+/, '')}`
  const { request_body: sent, response_body: received } = entry
  const type = (all: Record<string, string>): string => all['content-type'] ?? ''
  return {
    startedDateTime: entry.at,
    time: entry.duration_ms,
    request: {
      method: entry.method,
      url: address,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namedValues(headers),
      queryString: [...new URLSearchParams(/\?(.*)$/s.exec(entry.path)?.[1])].map(([name, value]) => ({
        name,
        value,
      })),
      ...(sent === '' ? {} : { postData: { mimeType: type(headers), text: sent } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(sent),
    },
    response: {
      status: entry.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namedValues(entry.response_headers),
      content: {
        size: Buffer.byteLength(received),
        mimeType: type(entry.response_headers),
        text: received,
      },
      redirectURL: entry.response_headers['location'] ?? '',
      headersSize: -1,
      bodySize: Buffer.byteLength(received),
    },
    cache: {},
    timings: { send: 0, wait: entry.duration_ms, receive: 0 },
    ...(entry.warnings.length === 0 ? {} : { comment: entry.warnings.join('\n') }),
    _scenario: entry.scenario,
    _trace_id: entry.trace_id,
  }
}

function namedValues(headers: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
