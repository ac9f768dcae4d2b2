import type { ChargeView, Harness } from '../harness.ts'

let nonces = 0
const freshNonce = (): string => `n${String(nonces++).padStart(11, '0')}`

interface Inspection {
  charge: ChargeView
  order_id: string | null
  waits_for: { next_action: string; answer: string | null; accepted: string | null } | null
}

/** A correct answer of each kind. */
const rightAnswers = {
  pin: (word: string) => ({ type: 'pin', pin: { nonce: freshNonce(), encrypted_pin: word } }),
  otp: (word: string) => ({ type: 'otp', otp: { code: word } }),
  avs: (word: string) => ({
    type: 'avs',
    avs: { address: { line1: '1 Road', city: 'Lagos', state: 'Lagos', postal_code: word, country: 'NG' } },
  }),
} as const

/** Does what a charge's next action asks for, as the contract describes it; one step. */
export async function step(t: Harness, id: string): Promise<void> {
  const { body } = await t.get<Inspection>(`/_emulator/charges/${id}`)
  const { waits_for: waits, order_id: order } = body
  const { status } = await (() => {
    switch (waits?.next_action) {
      case 'requires_pin':
      case 'requires_otp':
      case 'requires_additional_fields': {
        const answer = rightAnswers[waits.answer as keyof typeof rightAnswers](waits.accepted ?? '')
        return t.put(`/charges/${id}`, { authorization: answer })
      }
      case 'requires_capture':
        return t.put(`/orders/${order}`, { action: 'capture' })
      default:
        return t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    }
  })()
  if (status !== 200) throw new Error(`${waits?.next_action} was answered with ${status}`)
}

/** Reads a charge until it asks for something other than another read. */
async function poll(t: Harness, id: string): Promise<void> {
  for (let read = 0; read < 120; read++) {
    const { data } = (await t.get(`/charges/${id}`)).body
    if (data.next_action?.type !== 'requires_requery') return
  }
}

/** Answers every next action of a charge; returns the kinds of next actions and the final charge. */
export async function walk(t: Harness, id: string): Promise<{ met: string[]; charge: ChargeView }> {
  const met: string[] = []
  for (let turn = 0; turn < 20; turn++) {
    const charge = await t.seen(id)
    if (charge.status !== 'pending') return { met, charge }
    const type = charge.next_action?.type ?? 'nothing'
    if (met.at(-1) !== type) met.push(type)
    if (type === 'requires_requery') await poll(t, id)
    else await step(t, id)
  }
  throw new Error(`the charge ${id} has not ended; it met ${met.join(', ')}`)
}
