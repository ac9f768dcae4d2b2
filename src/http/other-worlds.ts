import { Refusal } from '../domain/kernel/errors.ts'
import type { Missing } from '../domain/kernel/resources.ts'
import type { Readable } from '../domain/kernel/state.ts'
import { defaultWorld, type Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import { HttpRefusal } from './errors.ts'

/** The most worlds that a message lists. */
const mostNamed = 3
/** The most worlds that are searched, so that a refusal stays fast with many worlds. */
const mostSearched = 10_000

/**
 * A refusal that also lists the other worlds that have the missing resource, because otherwise a client with a wrong
 * address looks for its mistake elsewhere. `made`: whether this request created its world. With a control token, the
 * names of worlds are confidential, and nothing is added.
 */
export function withOtherWorlds(refusal: Refusal, emulator: Emulator, world: World, made = false): Refusal {
  const { missing } = refusal
  if (missing === undefined || emulator.settings.controlToken !== undefined) return refusal
  const others = worldsWith(missing, emulator, world)
  if (others.length === 0) return refusal
  const named = others.slice(0, mostNamed).map(addressed).join(', ')
  const owners =
    others.length === 1
      ? `${named} has it`
      : `${named}${others.length > mostNamed ? ' and others' : ''} have it`
  const hint = `; ${made ? `world "${world.name}" was created by this request, and ` : ''}${owners}`
  const told = new Refusal(
    refusal.code,
    refusal.message + hint,
    refusal.fields.map(({ field, message }) => ({ field, message: message + hint })),
  )
  return refusal instanceof HttpRefusal ? new HttpRefusal(told, refusal.headers) : told
}

const addressed = ({ name }: World): string =>
  name === defaultWorld ? 'world "default"' : `world "${name}" (/w/${name})`

/** Other worlds that have it, at most one more than a message lists. */
function worldsWith({ kind, id, by }: Missing, emulator: Emulator, world: World): World[] {
  const found: World[] = []
  let searched = 0
  for (const other of emulator.worlds()) {
    if (found.length > mostNamed || searched++ === mostSearched) break
    const values: Readable<unknown> = other.state[kind]
    const has = by === undefined ? values.has(id) : values.size > 0 && values.by(by, id) !== undefined
    if (other !== world && has) found.push(other)
  }
  return found
}
