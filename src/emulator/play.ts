import { timerId } from '../domain/charge/flow.ts'
import type { Move } from '../domain/charge/play.ts'
import type { ProcessorResponse } from '../domain/charge/processor-responses.ts'
import { must } from '../domain/kernel/errors.ts'
import type { World } from './world.ts'

/** A move and when it was made, in milliseconds of the world's clock. */
export interface Played extends Move {
  readonly at: number
}

/**
 * Plays merchant and payer until a charge has ended, each by what its next action asks for, and advances the clock where only
 * time goes on. Returns the moves in order. Refuses (409) a charge that has ended already, or that cannot end.
 */
export async function playToEnd(
  world: World,
  id: string,
  processorResponse: ProcessorResponse | undefined,
): Promise<Played[]> {
  const played: Played[] = []
  do {
    const at = world.now()
    const move = world.dispatch('charge.play', { id, processorResponse })
    played.push({ ...move, at })
    if (move.action === 'wait') await waitForTimer(world, id)
  } while (world.state.charges.get(id)?.status === 'pending')
  return played
}

/** Advances the clock to the next timer of a charge. */
async function waitForTimer(world: World, id: string): Promise<void> {
  const before = world.state.charges.get(id)
  const due = before?.timers.flatMap((name) => world.timers.get(timerId(id, name))?.at ?? []) ?? []
  if (due.length > 0) await world.advance(Math.min(...due))
  must(
    world.state.charges.get(id) !== before,
    'conflict',
    `charge ${id} did not go on when the clock was advanced: its world was reset or restored meanwhile; try again`,
  )
}
