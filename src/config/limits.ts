/** Limits of the HTTP server. */
export interface ServerLimits {
  maxConnections: number
  /** How long a request with its body may take to arrive. Milliseconds. */
  requestTimeoutMs: number
  /** Largest request line and headers together. Bytes. */
  maxHeaderBytes: number
}

export const defaultLimits: ServerLimits = {
  maxConnections: 10_000,
  requestTimeoutMs: 60_000,
  maxHeaderBytes: 16_384,
}
