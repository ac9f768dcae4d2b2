import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** How long a burst of changes may last before it is acted upon once. Milliseconds. */
const settleMs = 50

/**
 * Calls `changed` soon after anything below the folders has changed; what changes after this call is seen. One watch for
 * each directory: a recursive one loses files that an editor replaces by renaming over them.
 */
export function watchFolders(folders: readonly string[], changed: () => Promise<void>): { stop(): void } {
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      watchAll()
      void changed()
    }, settleMs)
    timer.unref()
  }
  // All anew after each change: a directory that was removed and made again needs a new watch under its old name.
  const watchAll = (): void => {
    for (const watcher of watchers) watcher.close()
    watchers = folders.flatMap(directories).flatMap((directory) => watchOne(directory, soon))
  }
  watchAll()
  return {
    stop: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** One watch, or none where the folder cannot be watched: it still loads at start and by POST /_emulator/scenarios/reload. */
function watchOne(directory: string, changed: () => void): FSWatcher[] {
  try {
    const watcher = watch(directory, { persistent: false }, changed)
    watcher.on('error', () => watcher.close())
    return [watcher]
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
