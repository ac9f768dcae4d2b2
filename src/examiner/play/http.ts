import { request as plain } from 'node:http'
import { request as secure } from 'node:https'

/** How long the program may take to answer. Milliseconds. */
const longestAnswerMs = 30_000

/** Bytes of an answer that are read. */
const maxBytes = 1_048_576

export interface HttpRequest {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | undefined
}

export interface HttpAnswer {
  /** 0: none came. */
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The body, or why no answer came. */
  text: string
}

/**
 * Sends one request; never rejects. Each has a connection of its own: one that the program closed meanwhile would look
 * like a fault of the program.
 */
export function send({ method, url, headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const none = (why: string): void => resolve({ status: 0, headers: {}, text: why })
    const sent = (url.startsWith('https:') ? secure : plain)(
      url,
      { method, agent: false, headers, timeout: longestAnswerMs },
      (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size <= maxBytes) chunks.push(chunk)
        })
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
        answer.on('error', (error) => none(reason(error)))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${longestAnswerMs / 1000} s`)))
    sent.on('error', (error) => none(reason(error)))
    sent.end(body)
  })
}

const reason = (error: Error & { code?: string }): string =>
  error.message || error.code || 'the connection broke'
