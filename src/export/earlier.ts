import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { Session } from '../domain/kernel/session.ts'

/** Every text in the form of an id. */
export const usedIds = (text: string): readonly string[] => text.match(/\b[a-z]{3}_[A-Za-z0-9]{10,}\b/g) ?? []

/** The requests before a session that made what it uses, and those that changed that, oldest first. */
export function requestsBefore({ happenings, earlier, fixtureIds }: Session): JournalEntry[] {
  const found = new Set<JournalEntry>()
  const made = new Set<string>()
  const needed = new Set<string>()
  const need = (text: string): void => {
    for (const id of usedIds(text)) if (!made.has(id) && !fixtureIds.has(id)) needed.add(id)
  }
  for (const one of happenings) {
    if (one.kind === 'act') need(JSON.stringify(one.act))
    if (one.kind !== 'request') continue
    need(`${one.entry.path} ${one.entry.requestBody}`)
    for (const id of usedIds(one.entry.responseBody)) made.add(id)
  }
  for (const id of needed) {
    const makers = earlier.filter(
      ({ method, status, path, responseBody }) =>
        method !== 'GET' && status < 300 && (path.includes(id) || responseBody.includes(`"id":"${id}"`)),
    )
    for (const entry of makers) {
      found.add(entry)
      // Needs more while it is iterated over: a set goes on with what is added.
      need(`${entry.path} ${entry.requestBody}`)
    }
  }
  return earlier.filter((entry) => found.has(entry))
}
