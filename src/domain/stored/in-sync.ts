import type { z } from 'zod'
import type { Collections } from '../state.ts'
import type { storedValues } from './values.ts'

/** A type in which an absent member and an undefined one are the same, as they are in JSON. */
type Loose<T> = T extends readonly (infer I)[]
  ? readonly Loose<I>[]
  : T extends object
    ? { readonly [K in keyof T as undefined extends T[K] ? never : K]: Loose<T[K]> } & {
        readonly [K in keyof T as undefined extends T[K] ? K : never]?: Loose<T[K]> | undefined
      }
    : T

type Same<A, B> = [Loose<A>] extends [Loose<B>] ? ([Loose<B>] extends [Loose<A>] ? true : false) : false

type Stored = ReturnType<typeof storedValues>

/** The subject of an event is told apart by its collection in a snapshot, and by nothing in the type. */
type Compared<K, T> = K extends 'events' ? Omit<T, 'subject'> : T

/** For each collection, whether its schema in a snapshot is that of its type. */
type InSync = {
  [K in keyof Collections]: Same<Compared<K, z.output<Stored[K]>>, Compared<K, Collections[K]>>
}

/** A member that a stored type has gained or lost, and that its schema has not, is an error of the compiler here. */
export type SnapshotsInSync = InSync extends Record<keyof Collections, true> ? true : InSync
export const snapshotsInSync: SnapshotsInSync = true
