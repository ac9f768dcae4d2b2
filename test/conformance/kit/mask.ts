import { mask, redactHeaders, redactText } from '../../../src/http/redact.ts'

/** The shortest text that is masked everywhere; shorter ones would mask half of a report. Characters. */
const shortestSecret = 4

/** Removes credentials and card numbers from reports. */
export class Mask {
  #secrets: string[] = []

  constructor(secrets: readonly (string | undefined)[]) {
    for (const secret of secrets) this.add(secret)
  }

  /** A secret that was received during the run, such as a token. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < shortestSecret || this.#secrets.includes(secret)) return
    // Longest first: a secret may contain another one.
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
