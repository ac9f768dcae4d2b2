/** What a handler answers with: a body to be written as JSON, or a ready Response for pages and streams. */
export interface Reply<B = unknown> {
  status: number
  body: B
  headers?: Record<string, string>
}

export const reply = <B>(status: number, body: B, headers?: Record<string, string>): Reply<B> =>
  headers ? { status, body, headers } : { status, body }

/** An answer as it is sent. */
export interface Written {
  status: number
  headers: Record<string, string>
  text: string
  /** Writes the text again, instead of storing it. */
  again?: (() => string) | undefined
}

/** The result of an endpoint. */
export type Answer = Reply | Response

/** Whether an answer still has to be written. */
export const isReply = (answer: Reply | Response): answer is Reply => !('text' in answer)

/** The envelope of the charge interface (contract, Create a charge). */
export const success = <D>(status: number, message: string, data: D, extra?: object) =>
  reply(status, { status: 'success' as const, message, data, ...extra })

/** The same with data that `write` writes as JSON; it must always return the same text. */
export const successText = (status: number, message: string, write: () => string): Reply<Ready> =>
  reply(
    status,
    new Repeatable(() => `{"status":"success","message":${JSON.stringify(message)},"data":${write()}}`),
  )

/** The text of a body. */
export const textOf = (body: unknown): string => (body instanceof Ready ? body.text : JSON.stringify(body))

/** A body that is already written. */
export class Ready {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A body that can be written again: the journal stores the function instead of the text. */
export class Repeatable extends Ready {
  readonly again: () => string

  constructor(write: () => string) {
    super(write())
    this.again = write
  }
}
