import type { NetworkFault } from '../domain/kernel/enums.ts'
import type { EventType } from '../domain/webhook/event-types.ts'

/** A variable of a test, in camelCase; `isNumber`: its value is a number. */
export class Variable {
  readonly name: string
  readonly isNumber: boolean

  constructor(name: string, isNumber = false) {
    this.name = name
    this.isNumber = isNumber
  }
}

/** A text with variables in it. */
export class Text {
  readonly parts: readonly (string | Variable)[]

  constructor(parts: readonly (string | Variable)[]) {
    this.parts = parts
  }
}

/** Stands for a new nonce of field encryption, which is single use. */
export class Nonce {
  readonly isNew = true
}

/** A JSON value in which texts may contain variables. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Text
  | Variable
  | Nonce
  | readonly Value[]
  | { readonly [name: string]: Value }

/** Whose credentials a request has: an OAuth client with all rights or with few, the secret key of v3, wrong ones, or none. */
export type Auth = 'client' | 'reader' | 'secret_key' | 'wrong' | 'none'

/** A value that a later step needs: the member of an answer at a path. */
export interface Capture {
  variable: Variable
  path: readonly string[]
}

/** A request to the service. */
export interface RequestStep {
  kind: 'request'
  title: string
  /** The variable for its answer. */
  answer: string
  method: string
  path: Value
  auth: Auth
  /** Names as they are usually written. */
  headers: Readonly<Record<string, Value>>
  body: Value | undefined
  /** The body is a form. */
  isForm: boolean
  status: number
  /** What happens to the connection instead of an answer. */
  fault: NetworkFault | undefined
  /** What the answer says, as members at paths. */
  expected: readonly (readonly [path: readonly string[], value: string | boolean])[]
  /** Names of the fields that are refused. */
  fields: readonly string[]
  captures: readonly Capture[]
}

/** A call of the control interface: the client's method for it, and the request that this sends. */
export interface ControlStep {
  kind: 'control'
  title: string
  client: { method: string; args: readonly Value[] }
  method: 'POST' | 'PUT' | 'DELETE'
  path: Value
  body: Value | undefined
}

export type Step =
  | RequestStep
  | ControlStep
  /** Gets a new access token: the one before has expired or was revoked. */
  | { kind: 'token' }
  | { kind: 'advance'; by: string }
  /** Sets the clock without firing timers. */
  | { kind: 'set'; to: string }
  | { kind: 'pay'; charge: Value; processorResponse: string | undefined }
  /** Waits for an event: until endpoints have confirmed it, or until it exists. */
  | {
      kind: 'await'
      type: EventType
      reference: Value | undefined
      isDelivered: boolean
      status: string | undefined
    }

/** A session as a test of any kind needs it. */
export interface Script {
  /** A sentence about behaviour, which becomes the test's name. */
  title: string
  /** The instant at which its clock is frozen; undefined: any. */
  start: string | undefined
  /** References, made unique in each run: variable and beginning. */
  references: readonly { variable: Variable; before: string; after: string }[]
  steps: readonly Step[]
  /** The client of steps with the credentials of a reader. */
  reader: { id: string; secret: string } | undefined
  /** What a reader must know because it could not be exported. */
  remarks: readonly string[]
}
