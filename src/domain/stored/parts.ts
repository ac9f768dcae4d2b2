import { z } from 'zod'
import { latestInstant } from '../instant.ts'
import { processorResponseTypes } from '../processor-responses.ts'

/** The end of 9999: what lies ahead may lie some years after the last time of a clock. Milliseconds. */
const maxLater = Date.UTC(10_000, 0, 1) - 1

export const id = z.string().min(1)
export const time = z.int().min(0).max(latestInstant)
export const later = z.int().min(0).max(maxLater)
export const text = z.string()
export const count = z.int().min(0)
export const decimal = z.number()
export const Response = z.enum(processorResponseTypes)
