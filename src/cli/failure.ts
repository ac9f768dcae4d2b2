/** The members of a failure that programs read, besides its message. */
interface Details {
  /** HTTP status of the answer, if there was one. */
  status?: number | undefined
  /** Body of the answer. */
  body?: unknown
}

/** A failure as it is written on standard error: for people, or as one line of JSON for programs that asked for `--json`. */
export const failureLine = (message: string, asJson = false, details: Details = {}): string =>
  asJson ? JSON.stringify({ error: { message, ...details } }) : `payment-emulator: ${message}`
