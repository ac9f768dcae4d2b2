/** What a handler answers with: a body to be written as JSON, or a ready Response for pages and streams. */
export interface Reply<B = unknown> {
  status: number
  body: B
  headers?: Record<string, string>
}

export const reply = <B>(status: number, body: B, headers?: Record<string, string>): Reply<B> =>
  headers ? { status, body, headers } : { status, body }

/** The envelope of the charge interface (contract, Create a charge). */
export const success = <D>(status: number, message: string, data: D, extra?: object) =>
  reply(status, { status: 'success' as const, message, data, ...extra })

/** A body that is written already. */
export class Ready {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
