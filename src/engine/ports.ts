import type { HeapUse } from '../domain/kernel/heap.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'
import type { StandingRule } from '../domain/scenario/rule.ts'

/** Scenario fragments that were read, and what is wrong with them, one line for each problem. */
export interface ScenarioFiles {
  fragments: readonly ScenarioFragment[]
  problems: readonly string[]
  /** The standing rules, where the fixtures were read as well. */
  rules?: readonly StandingRule[]
}

/** The world outside: time, randomness, cryptography, memory and the network, so that tests can put their own in place. */
export interface Ports {
  /** Real milliseconds since 1970. */
  now(): number
  /**
   * Runs `run` once after `delayMs` real milliseconds (at most 2^31 - 1). The process stays alive for a timer that a
   * request waits for, and ends before one that is `background`.
   */
  setTimer(run: () => void, delayMs: number, background?: 'background'): unknown
  clearTimer(timer: unknown): void
  /** Resolves after other work of the process has had its turn. */
  yieldToEventLoop(): Promise<void>
  /** Names this process among several behind one address: host name and process id. */
  instance(): string
  /** A new random seed. */
  randomSeed(): string
  /** HMAC-SHA256 of `text`, base64. */
  hmacSha256(key: string | Uint8Array, text: string): string
  /** SHA-256 of `text`, base64. */
  sha256(text: string): string
  /** AES-256-GCM of base64(ciphertext || tag) with a base64 key; undefined where it does not decrypt. */
  decryptAesGcm(key: string, nonce: string, encrypted: string): string | undefined
  /** The signer of access tokens whose key is made from `seed`. */
  tokenSigner(seed: string): TokenSigner
  /** Sends one request; rejects with an Error whose message says what went wrong. */
  send(request: OutgoingRequest): Promise<IncomingResponse>
  /** How full the heap is. Takes some microseconds. */
  heapUse(): HeapUse
  /** Runs a garbage collection. It takes longer the more is in use. */
  collectGarbage(): void
  /** Reports an unexpected error to the operator. */
  report(error: unknown): void
  /** The scenario fragments of a text, YAML or JSON, one document each, and one line for each problem. */
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
  /** The queue that it waits in. Requests of different worlds, or to different endpoints of one, never wait for each other. */
  queue: { world: object; endpoint: string }
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** Bytes of the answer's body that are kept. */
  maxResponseBytes: number
  /** Called when its turn comes; it is not sent where this returns false. */
  wanted?: () => boolean
}

export interface IncomingResponse {
  status: number
  headers: Record<string, string>
  body: string
}
