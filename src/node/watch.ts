import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Debounces bursts of changes. Milliseconds. */
const settleMs = 50

/**
 * Calls `changed` shortly after anything below the folders has changed. Every change after this call is noticed. Each
 * directory is watched separately: a recursive watch loses files that an editor replaces by renaming.
 */
export function watchFolders(folders: readonly string[], changed: () => Promise<void>): { stop(): void } {
  let watches: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      watchAll()
      void changed()
    }, settleMs)
    timer.unref()
  }
  // Recreated after each change: a directory that was removed and created again needs a new watch.
  const watchAll = (): void => {
    for (const watch of watches) watch.close()
    watches = folders.flatMap(directories).flatMap((directory) => watchOne(directory, soon))
  }
  watchAll()
  return {
    stop: () => {
      clearTimeout(timer)
      for (const watch of watches) watch.close()
    },
  }
}

/** One watch, or none if the folder cannot be watched: it is still read at start and by POST /_emulator/scenarios/reload. */
function watchOne(directory: string, changed: () => void): FSWatcher[] {
  try {
    const one = watch(directory, { persistent: false }, changed)
    one.on('error', () => one.close())
    return [one]
  } catch {
    return []
  }
}

function directories(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return [
      folder,
      ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
    ]
  } catch {
    return []
  }
}
