import type { OutgoingRequest } from '../ports.ts'

/** No answer in time; the queue of a receiver tells it from other failures. */
export class Timeout extends Error {}

/** A timer may fire a little before its time. Milliseconds. */
const slackMs = 20

type Work<T> = () => Promise<T>

interface Waiting {
  since: number
  timeoutMs: number
  start(): void
  fail(error: Error): void
}

interface Lane {
  active: number
  /** When this receiver last ended an exchange with an answer, or when the lane was opened. Real milliseconds. */
  lastAnswer: number
  /** In the order in which they came. */
  readonly waiting: Set<Waiting>
}

/**
 * A queue for each receiver, with so many exchanges at a time. An exchange's own time begins when its turn comes, so a
 * slow receiver gets all of a burst; but what waits behind a receiver that has stopped answering fails with it.
 */
export class Lanes {
  readonly #width: number
  readonly #lanes = new Map<string, Lane>()

  constructor(width: number) {
    this.#width = width
  }

  run<T>(
    receiver: string,
    { timeoutMs, wanted }: Pick<OutgoingRequest, 'timeoutMs' | 'wanted'>,
    work: Work<T>,
  ): Promise<T> {
    let lane = this.#lanes.get(receiver)
    if (lane === undefined) {
      lane = { active: 0, lastAnswer: Date.now(), waiting: new Set() }
      this.#lanes.set(receiver, lane)
    }
    if (lane.active < this.#width) return this.#start(receiver, lane, work)
    const { waiting } = lane
    return new Promise<T>((resolve, reject) => {
      const entry: Waiting = {
        since: Date.now(),
        timeoutMs,
        start: () => {
          if (wanted?.() === false) reject(new Error('nobody waits for this delivery any more'))
          else resolve(this.#start(receiver, lane, work))
        },
        fail: reject,
      }
      waiting.add(entry)
    })
  }

  async #start<T>(receiver: string, lane: Lane, work: Work<T>): Promise<T> {
    lane.active++
    try {
      const result = await work()
      lane.lastAnswer = Date.now()
      return result
    } catch (error) {
      if (error instanceof Timeout) failOverdue(receiver, lane)
      throw error
    } finally {
      lane.active--
      this.#next(receiver, lane)
    }
  }

  #next(receiver: string, lane: Lane): void {
    for (const entry of lane.waiting) {
      if (lane.active >= this.#width) return
      lane.waiting.delete(entry)
      entry.start()
    }
    if (lane.active === 0) this.#lanes.delete(receiver)
  }
}

/** A receiver that has answered nothing for as long as the first in the queue may wait: the queue is not sent. */
function failOverdue(receiver: string, lane: Lane): void {
  const now = Date.now()
  for (const entry of lane.waiting) {
    const enough = entry.timeoutMs - slackMs
    if (now - entry.since < enough || now - lane.lastAnswer < enough) return
    lane.waiting.delete(entry)
    entry.fail(
      new Error(
        `not sent: ${receiver} has answered nothing for ${entry.timeoutMs} ms while ${lane.active} deliveries to it are under way`,
      ),
    )
  }
}
