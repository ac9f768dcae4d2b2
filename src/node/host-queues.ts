import type { OutgoingRequest } from '../engine/ports.ts'

/** No answer in time; the queue of an endpoint tells it from other failures. */
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

/** What one world has under way. */
interface Share {
  active: number
  readonly lanes: Map<string, Lane>
}

interface Lane {
  readonly world: object
  readonly share: Share
  readonly endpoint: string
  active: number
  /** When this receiver last ended an exchange with an answer, or when the lane was opened. Real milliseconds. */
  lastAnswer: number
  /** In the order in which they came. */
  readonly waiting: Set<Waiting>
}

/** How many exchanges there may be at a time: in one lane, and in all of them. */
export interface Width {
  lane: number
  total: number
}

/**
 * A queue for each endpoint of each world, with so many exchanges at a time. An exchange's own time begins when its turn
 * comes, so a slow receiver gets all of a burst; but what waits behind a receiver that has stopped answering fails with it.
 *
 * All lanes share one bound, and none can use it up: a world takes no more than what it leaves to the others, and a lane
 * no more than what its world leaves of that. However many lanes hang, there is room for another one.
 */
export class Lanes {
  readonly #width: Width
  readonly #shares = new Map<object, Share>()
  #active = 0
  /** Lanes in which somebody waits for room among all lanes, not for the lane itself. */
  readonly #cramped = new Set<Lane>()

  constructor(width: Width) {
    this.#width = width
  }

  /** Runs `work` when its turn comes. `receiver` is what messages call the other side. */
  run<T>(
    { queue, timeoutMs, wanted }: Pick<OutgoingRequest, 'queue' | 'timeoutMs' | 'wanted'>,
    receiver: string,
    work: Work<T>,
  ): Promise<T> {
    const lane = this.#laneOf(queue)
    if (lane.waiting.size === 0 && this.#hasRoom(lane)) return this.#start(lane, receiver, work)
    return new Promise<T>((resolve, reject) => {
      lane.waiting.add({
        since: Date.now(),
        timeoutMs,
        start: () => {
          if (wanted?.() === false) reject(new Error('nobody waits for this delivery any more'))
          else resolve(this.#start(lane, receiver, work))
        },
        fail: reject,
      })
      this.#note(lane)
    })
  }

  #laneOf({ world, endpoint }: OutgoingRequest['queue']): Lane {
    let share = this.#shares.get(world)
    if (share === undefined) {
      share = { active: 0, lanes: new Map() }
      this.#shares.set(world, share)
    }
    let lane = share.lanes.get(endpoint)
    if (lane === undefined) {
      lane = { world, share, endpoint, active: 0, lastAnswer: Date.now(), waiting: new Set() }
      share.lanes.set(endpoint, lane)
    }
    return lane
  }

  #hasRoom({ active, share }: Lane): boolean {
    const free = this.#width.total - this.#active
    return active < this.#width.lane && active < free - share.active
  }

  async #start<T>(lane: Lane, receiver: string, work: Work<T>): Promise<T> {
    this.#count(lane, 1)
    try {
      const result = await work()
      lane.lastAnswer = Date.now()
      return result
    } catch (error) {
      if (error instanceof Timeout) failOverdue(receiver, lane)
      throw error
    } finally {
      this.#count(lane, -1)
      this.#next(lane)
      for (const other of this.#cramped) this.#next(other)
    }
  }

  #count(lane: Lane, by: 1 | -1): void {
    lane.active += by
    lane.share.active += by
    this.#active += by
  }

  #next(lane: Lane): void {
    for (const entry of lane.waiting) {
      if (!this.#hasRoom(lane)) break
      lane.waiting.delete(entry)
      entry.start()
    }
    this.#note(lane)
  }

  /** Remembers what a lane waits for, and forgets one in which nothing is left. */
  #note(lane: Lane): void {
    const { active, waiting, world, share, endpoint } = lane
    if (waiting.size > 0 && active < this.#width.lane) this.#cramped.add(lane)
    else this.#cramped.delete(lane)
    if (active === 0 && waiting.size === 0 && share.lanes.delete(endpoint) && share.lanes.size === 0)
      this.#shares.delete(world)
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
