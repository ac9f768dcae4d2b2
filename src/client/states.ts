import type { Ask } from './http.ts'
import type { Restored, States } from './public-snapshots.ts'

/** The answer of an undo: the worlds that it brought back. */
export interface Undone {
  restored: Restored[]
}

/** The snapshots of one world; `replaced` is called when the world was replaced. */
export function states(ask: Ask, replaced: () => void): States {
  const replace = async <T>(...question: Parameters<Ask>): Promise<T> => {
    const answer = await ask<T>(...question)
    replaced()
    return answer
  }
  const path = (name: string): string => `/state/snapshots/${encodeURIComponent(name)}`
  return {
    save: () => ask('GET', '/state'),
    load: (snapshot) => replace('PUT', '/state', snapshot),
    keep: (name, options) => ask('POST', '/state/snapshots', { name, ...options }),
    restore: (name) => replace('POST', `${path(name)}/restore`),
    list: () => ask('GET', '/state/snapshots'),
    remove: async (name) => void (await ask('DELETE', path(name))),
    undo: async () => (await replace<Undone>('POST', '/state/undo')).restored[0] as Restored,
  }
}
