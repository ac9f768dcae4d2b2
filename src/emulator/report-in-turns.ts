import type { Emulator } from './emulator.ts'
import { type Report, reportOf } from './report.ts'
import { Statistics } from './statistics.ts'
import type { World } from './world.ts'

/** The report of a world, for a page: `mayYield` is awaited for each value that is counted, by its number. */
export async function reportInTurns(
  { seed, ports }: Pick<Emulator, 'seed' | 'ports'>,
  world: World,
  version: string,
  mayYield: (at: number) => Promise<void> | void,
): Promise<Report> {
  const statistics = new Statistics()
  world.requests.addTo(statistics)
  let counted = 0
  for (const _step of statistics.absorbing(world.name, world.state)) {
    const waiting = mayYield(++counted)
    if (waiting) await waiting
  }
  return reportOf(statistics, world.catalogue, { version, seed, instance: ports.instance() })
}
