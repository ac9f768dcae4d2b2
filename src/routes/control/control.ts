import type { z } from 'zod'
import { type Operation, operation } from '../../http/operation.ts'

type Shape = z.ZodType | undefined

/** Declares an endpoint of the control interface. It acts on the world named in the address. */
export const control = <B extends Shape = undefined, Q extends Shape = undefined>(
  entry: Omit<Operation<B, Q>, 'family' | 'access' | 'tag'> & { id: string; tag?: string },
): Operation => operation<B, Q>({ tag: 'Control', ...entry, family: 'control', access: 'control' })
