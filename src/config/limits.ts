/** What one client can take of the server. */
export interface ServerLimits {
  maxConnections: number
  /** Time that a request, body included, may take to arrive. Milliseconds. */
  requestTimeoutMs: number
  /** Request line and headers together. */
  maxHeaderBytes: number
}

export const defaultLimits: ServerLimits = {
  maxConnections: 10_000,
  requestTimeoutMs: 60_000,
  maxHeaderBytes: 16_384,
}
