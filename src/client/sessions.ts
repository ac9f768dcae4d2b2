import type { ExportTarget } from '../domain/kernel/enums.ts'
import type { Session } from './public-types.ts'

/** Records a session, which can be exported as a test. */
export interface Sessions {
  /** The session that is recorded, or the last one. */
  show(): Promise<Session>
  /** Records from now on; the name becomes that of the test. Rejects with an EmulatorError (409) if a session is recorded already. */
  start(name?: string): Promise<Session>
  /** Stops recording. */
  stop(): Promise<Session>
  /** The session as the text of a test, or as a script for curl. */
  export(as: ExportTarget): Promise<string>
}

/** Sends a request to the control interface of a world. */
type Ask = <T>(method: string, path: string, body?: unknown, query?: Record<string, string>) => Promise<T>

/** Implements the sessions of a world; `askText` resolves to the text of an answer. */
export const sessionsOf = (ask: Ask, askText: Ask): Sessions => ({
  show: () => ask('GET', '/session'),
  start: (name) => ask('POST', '/session/start', { name }),
  stop: () => ask('POST', '/session/stop'),
  export: (as) => askText('GET', '/session/export', undefined, { as }),
})
