/** What matters of a request and its answer, in words. */
export interface ExchangeFacts {
  /** What was asked for, such as `reference order-1`. */
  readonly sent: readonly string[]
  /** Id of what the answer is about. */
  readonly id: string | undefined
  /** The state of that, or why the request was refused. */
  readonly told: readonly string[]
}

/** Takes the facts out of the bodies of a request to the service and of its answer, and out of its idempotency key. */
export function factsOfExchange(
  requestBody: string,
  responseBody: string,
  idempotencyKey: string | undefined,
): ExchangeFacts {
  const sent = parse(requestBody)
  const answer = parse(responseBody)
  const data = (answer?.['data'] ?? {}) as Record<string, unknown>
  const next = (data['next_action'] as { type?: string } | undefined)?.type
  return {
    sent: [
      sent?.['reference'] && `reference ${sent['reference']}`,
      sent?.['amount'] && `${sent['amount']} ${sent['currency'] ?? ''}`.trim(),
      idempotencyKey && `idempotency key ${idempotencyKey}`,
    ].filter(isText),
    id: isText(data['id']) || typeof data['id'] === 'number' ? String(data['id']) : undefined,
    told: [
      data['status'],
      next && `waits for ${next}`,
      (answer?.['error'] as { message?: string } | undefined)?.message,
    ].filter(isText),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
