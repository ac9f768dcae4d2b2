import type { OutgoingRequest } from '../engine/ports.ts'

/** No answer in time: unlike other failures, it may fail the whole queue. */
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

/** The queues of one world. */
interface WorldQueues {
  active: number
  readonly queues: Map<string, Queue>
}

interface Queue {
  readonly world: object
  readonly siblings: WorldQueues
  readonly endpoint: string
  active: number
  /** When the endpoint last answered, or when the queue was created. Real milliseconds. */
  lastAnswer: number
  /** In order of arrival. */
  readonly waiting: Set<Waiting>
}

/** How many exchanges may run concurrently: per queue, and in total. */
export interface QueueLimits {
  perQueue: number
  total: number
}

/**
 * A queue for each endpoint of each world, with limited concurrency. The timeout of an exchange starts when its turn comes,
 * so a slow endpoint gets every delivery of a burst; but once an endpoint has stopped answering, what waits for it fails.
 *
 * All queues share one total, and none can use it up: a world gets no more than it leaves to the other worlds, and a queue
 * no more than its world leaves to the other queues. However many endpoints hang, another one can still be reached.
 */
export class HostQueues {
  readonly #limits: QueueLimits
  readonly #worlds = new Map<object, WorldQueues>()
  #active = 0
  /** Queues that wait for the shared total, not for their own limit. */
  readonly #blocked = new Set<Queue>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Runs `work` when its turn comes. `host` is the name of the endpoint in messages. Rejects if `work` does, or unsent. */
  run<T>(
    { queue: key, timeoutMs, wanted }: Pick<OutgoingRequest, 'queue' | 'timeoutMs' | 'wanted'>,
    host: string,
    work: Work<T>,
  ): Promise<T> {
    const queue = this.#queueOf(key)
    if (queue.waiting.size === 0 && this.#mayStart(queue)) return this.#start(queue, host, work)
    return new Promise<T>((resolve, reject) => {
      queue.waiting.add({
        since: Date.now(),
        timeoutMs,
        start: () => {
          if (wanted?.() === false) reject(new Error('this delivery is no longer needed'))
          else resolve(this.#start(queue, host, work))
        },
        fail: reject,
      })
      this.#note(queue)
    })
  }

  #queueOf({ world, endpoint }: OutgoingRequest['queue']): Queue {
    let siblings = this.#worlds.get(world)
    if (siblings === undefined) {
      siblings = { active: 0, queues: new Map() }
      this.#worlds.set(world, siblings)
    }
    let queue = siblings.queues.get(endpoint)
    if (queue === undefined) {
      queue = { world, siblings, endpoint, active: 0, lastAnswer: Date.now(), waiting: new Set() }
      siblings.queues.set(endpoint, queue)
    }
    return queue
  }

  #mayStart({ active, siblings }: Queue): boolean {
    const free = this.#limits.total - this.#active
    return active < this.#limits.perQueue && active < free - siblings.active
  }

  async #start<T>(queue: Queue, host: string, work: Work<T>): Promise<T> {
    this.#count(queue, 1)
    try {
      const result = await work()
      queue.lastAnswer = Date.now()
      return result
    } catch (error) {
      if (error instanceof Timeout) failOverdue(host, queue)
      throw error
    } finally {
      this.#count(queue, -1)
      this.#next(queue)
      for (const other of this.#blocked) this.#next(other)
    }
  }

  #count(queue: Queue, by: 1 | -1): void {
    queue.active += by
    queue.siblings.active += by
    this.#active += by
  }

  #next(queue: Queue): void {
    for (const entry of queue.waiting) {
      if (!this.#mayStart(queue)) break
      queue.waiting.delete(entry)
      entry.start()
    }
    this.#note(queue)
  }

  /** Notes whether a queue is blocked by the total, and drops an empty one. */
  #note(queue: Queue): void {
    const { active, waiting, world, siblings, endpoint } = queue
    if (waiting.size > 0 && active < this.#limits.perQueue) this.#blocked.add(queue)
    else this.#blocked.delete(queue)
    if (active === 0 && waiting.size === 0 && siblings.queues.delete(endpoint) && siblings.queues.size === 0)
      this.#worlds.delete(world)
  }
}

/** Fails what has waited for its full timeout while the endpoint answered nothing. */
function failOverdue(host: string, queue: Queue): void {
  const now = Date.now()
  for (const entry of queue.waiting) {
    const enough = entry.timeoutMs - slackMs
    if (now - entry.since < enough || now - queue.lastAnswer < enough) return
    queue.waiting.delete(entry)
    entry.fail(
      new Error(
        `not sent: ${host} has answered nothing for ${entry.timeoutMs} ms, with ${queue.active} deliveries in progress`,
      ),
    )
  }
}
