import type { z } from 'zod'
import type { Scope } from '../domain/access/model.ts'
import type { RuleSubject } from '../domain/scenario/rule-match.ts'
import type { Creates } from '../domain/scenario/rule-subject.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import type { AppContext } from './context.ts'
import type { Reply } from './reply.ts'

/** The interface of an endpoint: it determines the error format and whether requests are in the journal. */
export type Family = 'service' | 'v3' | 'oauth' | 'control'

/** Who may call it: an OAuth client with a scope, the holder of a secret key, the tester, or anyone. */
export type Access = { oauth: Scope } | 'secret_key' | 'control' | 'open'

type Shape = z.ZodType | undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler receives, validated. */
export interface Request<B, Q> {
  world: World
  emulator: Emulator
  body: B
  query: Q
  param(name: string): string
  header(name: string): string | undefined
  /** Origin and world prefix of the address that the caller used. */
  baseUrl: string
  /** What the X-Scenario-Key of the request means. */
  plan: Plan
  /** Adds a line to the journal entry and the X-Emulator-Warning header. */
  warn(message: string): void
  c: AppContext
}

/** One endpoint, as data: routing, validation, documents and tests are derived from it. */
export interface Operation<B extends Shape = Shape, Q extends Shape = Shape> {
  /** Its name in documents and generated clients, such as `createCharge`. */
  id: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** In Hono's notation: `/charges/:id`. */
  path: string
  family: Family
  access: Access
  /** Heading and explanation in documents. */
  summary: string
  description?: string
  tag: string
  /** Header name to schema; a header without a value is not checked. */
  headers?: Record<string, z.ZodType<string | undefined>>
  /** Path parameters by name; for documents only. */
  params?: Record<string, z.ZodType<string>>
  query?: Q
  body?: B
  /** Media type of the body, if it is not JSON. */
  bodyType?: 'form' | 'text'
  /** Largest body, if it is not the usual limit. */
  maxBodyBytes?: number
  /** A missing body counts as an empty object. */
  bodyOptional?: boolean
  /** Bodies of success by status; `null` if the body is not JSON. */
  responses: Record<number, z.ZodType | null>
  /** Media types of success other than JSON, each with an example. */
  otherTypes?: Record<string, string>
  /** Statuses of refusals besides those that every endpoint of the family has. */
  refusals?: readonly number[]
  /** Acts on the process: does not create the world of its address. */
  createsNoWorld?: true
  /** Stores nothing, although its method is not GET or DELETE: answered even if the heap is full. */
  storesNothing?: true
  /** What it creates that can follow a scenario: rules with keys of such scenarios apply to it. */
  creates?: Creates
  /** Honours X-Idempotency-Key. */
  idempotent?: true
  /** Decrypts a parsed body before it is checked. */
  unseal?(body: unknown, context: Pick<Request<unknown, unknown>, 'world' | 'emulator' | 'c'>): unknown
  /**
   * What rules compare in a valid request whose members are not named as those of the charge interface. Undefined: it
   * continues something that exists, and rules do not apply.
   */
  subject?(
    request: Pick<Request<Output<B>, Output<Q>>, 'body' | 'query' | 'world' | 'emulator'>,
  ): Partial<RuleSubject> | undefined
  handle(request: Request<Output<B>, Output<Q>>): Reply | Response | Promise<Reply | Response>
}

/** Declares an endpoint; the types of body and query are inferred from the schemas. */
export const operation = <B extends Shape = undefined, Q extends Shape = undefined>(
  entry: Operation<B, Q>,
): Operation => entry as unknown as Operation
