import { z } from 'zod'
import { processorResponseTypes } from '../processor-responses.ts'

/** The end of 9999, the last time that a clock can be set to; what lies ahead may lie some years later. Milliseconds. */
export const maxNow = 253_402_300_799_999
const maxLater = maxNow + 10 * 366 * 86_400_000

export const id = z.string().min(1)
export const time = z.int().min(0).max(maxNow)
export const later = z.int().min(0).max(maxLater)
export const text = z.string()
export const count = z.int().min(0)
export const decimal = z.number()
export const Response = z.enum(processorResponseTypes)
