import { Agent, request as plain } from 'node:http'
import { Agent as SecureAgent, request as secure } from 'node:https'

/** How long the program may take to answer. Milliseconds. */
const longestAnswerMs = 30_000

/** Bytes of an answer that are read. */
const maxBytes = 1_048_576

export interface HttpRequest {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | undefined
  /** It changes nothing: it may go over a connection that is there, and again where that was closed meanwhile. */
  isRead?: boolean
}

export interface HttpAnswer {
  /** 0: none came. */
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The body, or why no answer came. */
  text: string
}

/** Connections that are kept between reads. */
const kept = {
  http: new Agent({ keepAlive: true, maxSockets: 8 }),
  https: new SecureAgent({ keepAlive: true, maxSockets: 8 }),
}

/** Closes the connections that are kept, so that nothing waits for them. */
export function closeConnections(): void {
  kept.http.destroy()
  kept.https.destroy()
}

/**
 * Sends one request; never rejects. What changes something has a connection of its own: one that the program closed
 * meanwhile would look like a fault of the program.
 */
export async function send(request: HttpRequest): Promise<HttpAnswer> {
  const answer = await sendOnce(request, request.isRead === true)
  return answer.status === 0 && request.isRead ? sendOnce(request, false) : answer
}

/** Sends requests at the same moment: each when all have their connection. */
export function sendTogether(requests: readonly HttpRequest[]): Promise<HttpAnswer[]> {
  let missing = requests.length
  let open = (): void => undefined
  const allOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const connected = (): void => {
    missing--
    if (missing === 0) open()
  }
  return Promise.all(requests.map((request) => sendOnce(request, false, { connected, allOpen })))
}

/** The moment at which several requests have their connections. */
interface Start {
  connected: () => void
  allOpen: Promise<void>
}

function sendOnce(
  { method, url, headers = {}, body }: HttpRequest,
  keep: boolean,
  start?: Start,
): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const none = (why: string): void => resolve({ status: 0, headers: {}, text: why })
    const isSecure = url.startsWith('https:')
    const agent = keep ? kept[isSecure ? 'https' : 'http'] : false
    const sent = (isSecure ? secure : plain)(
      url,
      { method, agent, headers, timeout: longestAnswerMs },
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
    sent.on('error', (error) => {
      start?.connected()
      none(reason(error))
    })
    if (start === undefined) sent.end(body)
    else {
      sent.once('socket', (socket) => socket.once('connect', start.connected))
      void start.allOpen.then(() => sent.end(body))
    }
  })
}

const reason = (error: Error & { code?: string }): string =>
  error.message || error.code || 'the connection broke'
