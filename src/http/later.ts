import type { Call } from './call.ts'
import { DirectRequest } from './fast/direct.ts'
import { alreadySent } from './fast/respond.ts'
import type { Answer } from './reply.ts'

/** An endpoint that is to be executed after `ms` of real time. */
export class Later {
  readonly ms: number
  readonly run: () => Answer | Promise<Answer>

  constructor(ms: number, run: () => Answer | Promise<Answer>) {
    this.ms = ms
    this.run = run
  }
}

/** What an endpoint answers with, now or later. */
export type Awaited = Answer | Promise<Answer> | Later

/** Resolves after `ms` of real time. */
export const pause = async ({ emulator }: Call, ms: number): Promise<void> => {
  if (ms > 0) await new Promise<void>((resolve) => void emulator.ports.setTimer(resolve, ms))
}

/** The answer of an endpoint, awaited if it is executed later. */
export const waited = (call: Call, answer: Awaited): Answer | Promise<Answer> =>
  answer instanceof Later ? pause(call, answer.ms).then(answer.run) : answer

/**
 * Waits, then lets `settle` execute the endpoint and send its answer. At a socket, the timer alone holds the call: with
 * thousands of delayed answers in flight, promises and everything that awaits them would outlive many collections, and keep
 * alive what is made after the wait. Halves the memory that moves to the old generation.
 */
export function later(
  call: Call,
  { ms, run }: Later,
  settle: (run: Later['run']) => Response | Promise<Response>,
): Response | Promise<Response> {
  const { c, emulator } = call
  if (!(c.req.raw instanceof DirectRequest)) return pause(call, ms).then(() => settle(run))
  const fail = (error: unknown): void => {
    c.env.outgoing?.socket?.destroy()
    emulator.ports.report(error)
  }
  emulator.ports.setTimer(() => {
    try {
      const sent = settle(run)
      if (sent instanceof Promise) sent.catch(fail)
    } catch (error) {
      fail(error)
    }
  }, ms)
  return alreadySent
}
