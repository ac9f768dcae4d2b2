import type { Features } from '../flows.ts'

/** What the position of a deviation counts. */
export type Counted =
  /** Requests that create a charge: the n-th of the story, and the webhooks of what it creates. */
  | 'creations'
  /** Steps of the story: directly after the n-th, or from the n-th on. */
  | 'steps'
  /** Next actions that the customer follows. */
  | 'actions'
  /** Webhooks that were sent. */
  | 'webhooks'
  /** Nothing: it happens once. */
  | 'once'

export interface Kind {
  where: 'webhook' | 'forged' | 'creation' | 'call' | 'customer' | 'program'
  counts: Counted
  /** What happens, for readers who do not know the tool. */
  happens: string
  /** Two deviations of one position that share a slot exclude each other. */
  slots: readonly string[]
  /** The scenario fragment or rule that does it. */
  key?: string
  /** It costs real time, so pairs with it come late. */
  slow?: true
  /** Played only when asked for. */
  onRequest?: true
  /** Whether it can make a difference in a flow; `declined` is a verdict other than approved. */
  fits: (flow: Features, declined: boolean) => boolean
  /** How a program usually comes to break under it, and the cure. */
  cure: string
}

export const always = () => true
