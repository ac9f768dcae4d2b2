import { z } from 'zod'
import { processorResponseTypes } from '../processor-responses.ts'

/** Some years past 9999, the last that a clock can be set to: timers lie ahead of it. Milliseconds. */
const maxTime = 253_500_000_000_000

export const id = z.string().min(1)
export const time = z.int().min(0).max(maxTime)
export const text = z.string()
export const count = z.int().min(0)
export const decimal = z.number()
export const Response = z.enum(processorResponseTypes)
