import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** How long a burst of changes may last before it is acted upon once. Milliseconds. */
const settleMs = 50

/**
 * Calls `changed` soon after anything below the folders has changed. One watch for each directory: a recursive one loses
 * files that an editor replaces by renaming over them.
 */
export function watchFolders(folders: readonly string[], changed: () => Promise<void>): { stop(): void } {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      await add()
      await changed()
    }, settleMs)
    timer.unref()
  }
  const add = async (): Promise<void> => {
    for (const folder of folders) for (const directory of await directories(folder)) watchOne(directory)
  }
  const watchOne = (directory: string): void => {
    if (stopped || watchers.has(directory)) return
    try {
      const watcher = watch(directory, { persistent: false }, soon)
      watcher.on('error', () => {
        watcher.close()
        watchers.delete(directory)
      })
      watchers.set(directory, watcher)
    } catch {
      // A folder that cannot be watched still loads at start and by POST /_emulator/scenarios/reload.
    }
  }
  void add()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

async function directories(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return [
      folder,
      ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
    ]
  } catch {
    return []
  }
}
