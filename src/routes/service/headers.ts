import { z } from 'zod'
import { bounds } from '../../domain/kernel/values.ts'

const text = ({ min, max }: { min: number; max: number }) =>
  z.string().min(min, `must have at least ${min} characters`).max(max, `must have at most ${max} characters`)

/** Headers of the contract (Create a charge); lengths in characters. */
export const serviceHeaders = {
  'X-Trace-Id': text(bounds.traceId)
    .optional()
    .describe('Unique id to track the operation; echoed in the answer, generated if absent'),
  'X-Scenario-Key': text(bounds.scenarioKey)
    .optional()
    .describe('Simulates predefined behaviours; segments joined by "&"'),
}

/** Headers of requests that must not be executed twice. */
export const createHeaders = {
  ...serviceHeaders,
  'X-Idempotency-Key': text(bounds.idempotencyKey).optional().describe('Prevents duplicate requests'),
}
