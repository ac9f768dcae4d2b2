import type { z } from 'zod'
import type { Scope } from '../domain/access/model.ts'
import type { Creates } from '../domain/scenario/rule-subject.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import type { AppContext } from './context.ts'
import type { Reply } from './reply.ts'

/** Which interface an endpoint belongs to: it decides the shape of errors and what stands in the journal. */
export type Family = 'service' | 'v3' | 'oauth' | 'control'

/** Who may call: an OAuth client with a scope, the holder of a secret key, the tester, or anybody. */
export type Access = { oauth: Scope } | 'secret_key' | 'control' | 'open'

type Shape = z.ZodType | undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler gets: everything checked already. */
export interface Request<B, Q> {
  world: World
  emulator: Emulator
  body: B
  query: Q
  param(name: string): string
  header(name: string): string | undefined
  /** Origin and world prefix that the caller's address had. */
  baseUrl: string
  /** What the X-Scenario-Key of the request means. */
  plan: Plan
  /** Adds a line to the journal entry and the X-Emulator-Warning header. */
  warn(message: string): void
  c: AppContext
}

/** One endpoint, as data: routing, checks, documents and tests are all derived from it. */
export interface Operation<B extends Shape = Shape, Q extends Shape = Shape> {
  /** Its name in documents and generated clients, such as `createCharge`. */
  id: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** In Hono's notation: `/charges/:id`. */
  path: string
  family: Family
  access: Access
  /** Heading and explanation for documents. */
  summary: string
  description?: string
  tag: string
  /** Header name to schema; a header without a value is not checked. */
  headers?: Record<string, z.ZodType<string | undefined>>
  /** What stands in the path, by the parameter's name; for documents only. */
  params?: Record<string, z.ZodType<string>>
  query?: Q
  body?: B
  /** What the body's media type is where it is not JSON. */
  bodyType?: 'form' | 'text'
  /** The longest body, where it is not the usual limit. */
  maxBodyBytes?: number
  /** A missing body is taken for an empty object. */
  bodyOptional?: boolean
  /** Bodies of success by status; `null` where the body is no JSON. */
  responses: Record<number, z.ZodType | null>
  /** Media types of success besides JSON, each with an example. */
  otherTypes?: Record<string, string>
  /** Statuses of refusals that it can answer with, besides those that its family always has. */
  refusals?: readonly number[]
  /** Acts on the process: a world of its address that does not exist stays so. */
  makesNoWorld?: true
  /** Stores nothing, although its method is not GET or DELETE: it is answered when the heap is full, too. */
  addsNothing?: true
  /** What it creates that can follow a scenario: rules with the keys of such scenarios are for it. */
  creates?: Creates
  /** Honours X-Idempotency-Key. */
  idempotent?: true
  handle(request: Request<Output<B>, Output<Q>>): Reply | Response | Promise<Reply | Response>
}

/** Declares an endpoint; the types of body and query follow from the schemas. */
export const operation = <B extends Shape = undefined, Q extends Shape = undefined>(
  entry: Operation<B, Q>,
): Operation => entry as unknown as Operation
