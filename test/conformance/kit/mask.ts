import { mask, redactHeaders, redactText } from '../../../src/http/redact.ts'

/** The shortest text that is looked for everywhere: shorter ones would mask half of a report. Characters. */
const shortestSecret = 4

/** Takes credentials and card numbers out of what is reported. */
export class Mask {
  #secrets: string[] = []

  constructor(secrets: readonly (string | undefined)[]) {
    for (const secret of secrets) this.add(secret)
  }

  /** A secret that came up on the way, such as a token. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < shortestSecret || this.#secrets.includes(secret)) return
    // Longest first: a secret may hold another one.
    this.#secrets = [...this.#secrets, secret].sort((a, b) => b.length - a.length)
  }

  text(text: string): string {
    let safe = text
    for (const secret of this.#secrets)
      for (const written of [secret, encodeURIComponent(secret)]) safe = safe.replaceAll(written, mask)
    return redactText(safe)
  }

  headers(headers: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(redactHeaders(headers)).map(([name, value]) => [name, this.text(value)]),
    )
  }
}
