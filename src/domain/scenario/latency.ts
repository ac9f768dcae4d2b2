import * as z from 'zod'
import { Duration, formatDuration } from '../kernel/duration.ts'
import type { Camel } from '../kernel/values.ts'
import type { Immutable } from '../stored/parts.ts'

/** A log-normal distribution by the figures that load tests state. `max` caps it, because its tail has no end. */
const Distribution = z
  .strictObject({
    median: Duration.describe('Half of the answers are delayed by less'),
    p99: Duration.describe('99 of 100 answers are delayed by less'),
    max: Duration.describe('No answer is delayed by more'),
  })
  .superRefine(({ median, p99, max }, context) => {
    const issue = (member: string, message: string) =>
      context.addIssue({ code: 'custom', path: [member], message })
    if (median === 0) issue('median', 'must be more than 0; for no delay, leave out latency')
    if (p99 < median) issue('p99', `must be at least the median, ${formatDuration(median)}`)
    if (max < p99) issue('max', `must be at least p99, ${formatDuration(p99)}`)
  })

/** How long answers are delayed: always the same time, or a distribution of times. */
export const Latency = z.union([Duration, Distribution])

/** The stored form: milliseconds. */
export type Latency = Immutable<Camel<z.output<typeof Latency>>>

/** How many standard deviations the 99th percentile of a normal distribution is above its median. */
const p99Deviations = 2.3263478740408408

/** Whole milliseconds of one delay. `random` returns numbers from 0 to just under 1. */
export function drawLatency(latency: Latency, random: () => number): number {
  if (typeof latency === 'number') return latency
  const { median, p99, max } = latency
  // Box and Muller: two uniform numbers make a normal one. The logarithm of 0 has no value, that of 1 has.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.min(max, Math.round(median * (p99 / median) ** (normal / p99Deviations)))
}

/** As part of a sentence: "delayed by 2s", "delayed by 120ms in the median, …". */
export const describeLatency = (latency: Latency): string =>
  typeof latency === 'number'
    ? formatDuration(latency)
    : `${formatDuration(latency.median)} in the median, ${formatDuration(latency.p99)} at the 99th percentile and ${formatDuration(latency.max)} at most`
