import type { Story } from '../story.ts'
import { Customer } from './customer.ts'
import { giveScenarios } from './scenario-rules.ts'
import { type Stage, sleep } from './stage.ts'

/** The most that the next customer does. */
const mostTurns = 20

/** How often it is looked whether the order is paid. Milliseconds. */
const betweenLooksMs = 10

const nothing = async (): Promise<void> => undefined
const hurry = { untilOver: nothing, pass: nothing, wait: nothing }

/**
 * Whether the next customer can pay: plays a plain story as fast as it goes, and looks only whether the order is paid in
 * the end. Nothing of it is left when the next story begins.
 */
export async function canPay(stage: Stage, story: Story): Promise<boolean> {
  const { service, shop, windowMs, patienceMs } = stage
  const order = stage.nextOrder()
  const end = service.now + windowMs
  const customer = new Customer(
    shop,
    service,
    order,
    () => false,
    () => undefined,
  )
  await giveScenarios(service, story)
  await customer.press()
  const until = performance.now() + patienceMs
  for (let turn = 0; turn < mostTurns; ) {
    const act = customer.next(await service.chargesOf(order.id, stage.orderIn))
    const due = await service.nextDue()
    if (act !== undefined || (due !== undefined && due <= end)) {
      turn++
      if (act !== undefined) await act(hurry)
      else if (due !== undefined) await service.advanceTo(due)
      continue
    }
    const { belief, fulfilled } = await shop.look(order)
    if (belief === 'paid' && fulfilled !== 0) return true
    // A program that works in the background gets its time.
    if (performance.now() > until) break
    await sleep(betweenLooksMs)
  }
  return false
}
