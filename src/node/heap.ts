import type { HeapUse } from '../domain/kernel/heap.ts'

const megabyte = 1_048_576

/**
 * Size of the young generation in megabytes, by the major version of V8, as workers report it
 * (`resourceLimits.maxYoungGenerationSizeMb`).
 */
const youngMegabytes: Record<string, number> = { 11: 48, 12: 48, 13: 192, 14: 96 }
const mostYoungMegabytes = Math.max(...Object.values(youngMegabytes))

let limit: number | undefined

/** The size of this thread's heap without the young generation, which has a separate limit. */
export function heapUse(): HeapUse {
  limit ??= heapLimit()
  let used = 0
  for (const { space_name: name, space_used_size: size } of v8().getHeapSpaceStatistics())
    if (!name.startsWith('new_') && name !== 'read_only_space') used += size
  return { used, limit }
}

/** Loaded on first use: many runs never need it. */
const v8 = (): typeof import('node:v8') => process.getBuiltinModule('node:v8')

function heapLimit(): number {
  const flags = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')
  const given = [...flags.matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1)?.[1]
  if (given !== undefined) return Number(given) * megabyte
  const { isMainThread, resourceLimits } = process.getBuiltinModule('node:worker_threads')
  const ofWorker = isMainThread ? undefined : resourceLimits.maxOldGenerationSizeMb
  if (ofWorker !== undefined) return ofWorker * megabyte
  const young = youngMegabytes[process.versions.v8.split('.')[0] ?? ''] ?? mostYoungMegabytes
  return v8().getHeapStatistics().heap_size_limit - young * megabyte
}

let collect: (() => void) | undefined

/** Runs a full garbage collection. Blocks while it runs. */
export function collectGarbage(): void {
  collect ??= collector()
  collect()
}

/** V8 exposes `gc` only to contexts that are created after the flag was set. */
function collector(): () => void {
  if (globalThis.gc !== undefined) return globalThis.gc as () => void
  v8().setFlagsFromString('--expose-gc')
  return process.getBuiltinModule('node:vm').runInNewContext('gc')
}
