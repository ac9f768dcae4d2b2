/** What a handler answers with: a body to be written as JSON, or a ready Response for pages and streams. */
export interface Reply<B = unknown> {
  status: number
  body: B
  headers?: Record<string, string>
}

export const reply = <B>(status: number, body: B, headers?: Record<string, string>): Reply<B> =>
  headers ? { status, body, headers } : { status, body }

/** An answer as it goes out. */
export interface Written {
  status: number
  headers: Record<string, string>
  text: string
}

/** Whether an answer is still to be written. */
export const isReply = (answer: Reply | Response): answer is Reply => !('text' in answer)

/** The envelope of the charge interface (contract, Create a charge). */
export const success = <D>(status: number, message: string, data: D, extra?: object) =>
  reply(status, { status: 'success' as const, message, data, ...extra })

/** The same around data that is written already. */
export const successText = (status: number, message: string, data: string): Reply<Ready> =>
  reply(status, new Ready(`{"status":"success","message":${JSON.stringify(message)},"data":${data}}`))

/** The text of a body. */
export const textOf = (body: unknown): string => (body instanceof Ready ? body.text : JSON.stringify(body))

/** A body that is written already. */
export class Ready {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
