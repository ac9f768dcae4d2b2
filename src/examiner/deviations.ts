import type { Kind } from './deviations/kind.ts'
import { people } from './deviations/people.ts'
import { requests } from './deviations/requests.ts'
import { webhooks } from './deviations/webhooks.ts'

/** Everything that a story can have besides its flow and its verdict. */
export const deviations = { ...webhooks, ...requests, ...people } as const satisfies Record<string, Kind>

export type DeviationName = keyof typeof deviations
export const deviationNames = Object.keys(deviations) as DeviationName[]

export const kindOf = (name: DeviationName): Kind => deviations[name]
