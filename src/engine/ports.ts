import type { Vocabulary } from '../domain/fixtures/vocabulary.ts'
import type { HeapUse } from '../domain/kernel/heap.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'
import type { StandingRule } from '../domain/scenario/rule.ts'

/** The scenario fragments that were read, and their problems, one line each. */
export interface ScenarioFiles {
  fragments: readonly ScenarioFragment[]
  problems: readonly string[]
  /** The standing rules, where the fixtures were read as well. */
  rules?: readonly StandingRule[]
  /** The vocabulary, in the same case. */
  vocabulary?: Vocabulary
}

/** What the emulator needs from its environment: time, randomness, cryptography, memory and network. Tests replace them. */
export interface Ports {
  /** Real milliseconds since 1970. */
  now(): number
  /**
   * Runs `run` once after `delayMs` real milliseconds (at most 2^31 - 1). A `background` timer does not
   * keep the process alive.
   */
  setTimer(run: () => void, delayMs: number, background?: 'background'): unknown
  clearTimer(timer: unknown): void
  /** Yields to the event loop. */
  yieldToEventLoop(): Promise<void>
  /** Identifies this process among several behind one address: host name and process id. */
  instance(): string
  /** A new random seed. */
  randomSeed(): string
  /** HMAC-SHA256 of `text`, base64. */
  hmacSha256(key: string | Uint8Array, text: string): string
  /** SHA-256 of `text`, base64. */
  sha256(text: string): string
  /** AES-256-GCM of base64(ciphertext || tag) with a base64 key; undefined if decryption fails. */
  decryptAesGcm(key: string, nonce: string, encrypted: string): string | undefined
  /** 3DES-ECB of base64(ciphertext) with a key of 24 characters; undefined if decryption fails. */
  decryptTripleDes(key: string, encrypted: string): string | undefined
  /** The signer of access tokens; its key is derived from `seed`. */
  tokenSigner(seed: string): TokenSigner
  /** Sends one request; rejects with an Error whose message names the cause. */
  send(request: OutgoingRequest): Promise<IncomingResponse>
  /** Sends one request, never again, and resolves to what the connection did. */
  wireCall(call: WireCall): Promise<WireOutcome>
  /** The size of the heap. Takes some microseconds. */
  heapUse(): HeapUse
  /** Runs a garbage collection. The time it takes grows with the memory in use. */
  collectGarbage(): void
  /** Reports an unexpected error to the operator. */
  report(error: unknown): void
  /** Reads scenario fragments from text, YAML or JSON, one per document. */
  readScenarios(text: string): Promise<ScenarioFiles>
  /** A PNG image of a QR code with `text`, as a data URI. */
  qrCode(text: string): string
}

export interface TokenSigner {
  /** The public key, for the key set of a realm. */
  jwk: Record<string, string> & { alg: string }
  /** The claims as a signed JWT. */
  sign(claims: Record<string, unknown>): string
}

export interface OutgoingRequest {
  /** The queue that it waits in. Requests of different worlds, or to different endpoints, never wait for each other. */
  queue: { world: object; endpoint: string }
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** Bytes of the answer's body that are stored. */
  maxResponseBytes: number
  /** Called before it is sent; false cancels it. */
  wanted?: () => boolean
}

/** A request to a local socket, for a tester who wants to see what the connection does. */
export interface WireCall {
  host: string
  port: number
  /** Whether HTTPS is served there. */
  encrypted: boolean
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
  timeoutMs: number
  /** Bytes of the answer's body that are kept. */
  maxResponseBytes: number
  /** Cancels it. */
  signal?: AbortSignal
}

/** What the connection of a request did, and what had arrived by then. */
export interface WireOutcome {
  outcome: 'answered' | 'reset' | 'stalled' | 'truncated' | 'cancelled' | 'failed'
  error?: string | undefined
  durationMs: number
  answer?: IncomingResponse | undefined
}

export interface IncomingResponse {
  status: number
  headers: Record<string, string>
  body: string
}
