import type { Charge } from '../../client.ts'
import type { DeviationName } from '../deviations.ts'
import { type AnswerType, isAnswerType } from '../flows.ts'
import type { Service } from './service.ts'
import { type Exchange, isServed, type Order, type Shop } from './shop.ts'

/** How often a customer tries again what failed. */
const mostTries = 3

/** Writes down what a customer does, and what comes back. */
export type Note = (what: string) => void

/** The customer of one order. */
export class Customer {
  readonly #shop: Shop
  readonly #service: Service
  readonly #order: Order
  readonly #note: Note
  /** Whether a deviation happens at the n-th next action. */
  readonly #deviates: (name: DeviationName, action: number) => boolean
  /** Next actions that were followed, by type. */
  readonly followed: string[] = []
  /** How often each was tried, by charge and type; infinity: no more. */
  readonly #tries = new Map<string, number>()
  /** The customer has walked away, or came too late. */
  gone = false
  /** The program refused the customer, who has nothing to follow. It can still end the order by itself. */
  unserved = false
  /** The customer was sent back to the program. */
  returned = false
  #served = false
  /** The customer pays on a page of the service that the program does not see. */
  #isHosted = false
  /** Everything that the program has told the customer. */
  #shown = ''

  constructor(
    shop: Shop,
    service: Service,
    order: Order,
    deviates: (name: DeviationName, action: number) => boolean,
    note: Note,
  ) {
    this.#shop = shop
    this.#service = service
    this.#order = order
    this.#deviates = deviates
    this.#note = note
  }

  /** Presses "pay". The result is whether the program said that it is fine. */
  async press(): Promise<boolean> {
    const twice = this.#deviates('pays_twice', 1)
    const tries = this.#deviates('presses_again', 1) ? 1 + mostTries : 1
    for (let count = 0; count < tries && !this.#served; count++) {
      const presses = await this.#shop.pay(this.#order, twice ? 2 : 1)
      for (const answer of presses) this.#tell(count === 0 ? 'presses “pay”' : 'presses “pay” again', answer)
      this.#served = presses.some(isServed)
    }
    await this.#choose()
    // Without an answer there is nothing that the customer could follow.
    this.unserved = !this.#served
    return this.#served
  }

  /** Opens the newest hosted payment that the program told of, and pays by card there. */
  async #choose(): Promise<void> {
    const link = [...this.#shown.matchAll(/\/_emulator\/pay\/lnk_\w+/g)].at(-1)?.[0]
    if (link === undefined) return
    const { emulator } = this.#service
    await (await emulator.fetch(link)).text()
    const send = async (form: Record<string, string>): Promise<string> => {
      const body = new URLSearchParams(form)
      const answer = await emulator.fetch(link, { method: 'POST', body, redirect: 'manual' })
      await answer.text()
      return answer.headers.get('location') ?? ''
    }
    let next = await send({ method: 'card', card_number: '4242424242424242' })
    this.#note('chooses to pay by card on the page of the service')
    if (next.includes('/_emulator/pay/lnk_')) {
      this.#note('is told that the payment failed, and gives up')
      next = await send({ cancel: '1' })
    }
    this.#shown += ` ${next} `
    this.#isHosted = true
    if (next === '' || next.includes('/_emulator/pay/')) return
    this.returned = true
    this.#tell('is sent back to the program', await this.#shop.visit(next))
  }

  /** What the customer can follow now: a charge that waits for them. */
  waiting(charges: readonly Charge[]): Charge | undefined {
    if (this.gone || this.unserved) return undefined
    const shown = charges.filter(({ id }) => this.#shown.includes(id))
    // A customer sees the page of a charge only if the program tells them its address; the newest one, if it tells none.
    const reachable = shown.length > 0 ? shown : charges.slice(-1)
    return reachable.find((charge) => {
      const type = charge.status === 'pending' ? charge.next_action?.type : undefined
      if (type === undefined || (this.#tries.get(`${charge.id} ${type}`) ?? 0) >= mostTries) return false
      return isAnswerType(type) ? this.#shop.answers.includes(type) : isPayers(type)
    })
  }

  /** Follows the next action of a charge, or does what the story has instead. `wait` moves time until the charge is final. */
  async follow(charge: Charge, wait: (charge: Charge) => Promise<void>): Promise<void> {
    const type = charge.next_action?.type ?? ''
    const key = `${charge.id} ${type}`
    const tries = this.#tries.get(key) ?? 0
    if (tries === 0) this.followed.push(type)
    this.#tries.set(key, tries + 1)
    const action = this.followed.length
    if (this.#deviates('walks_away', action)) {
      this.#note('walks away')
      this.gone = true
      return
    }
    if (isAnswerType(type)) return this.#answer(charge, type, key, this.#deviates('declines', action))
    this.#tries.set(key, mostTries)
    if (this.#deviates('returns_early', action)) await this.#return(charge, 'succeeded', 'before paying')
    if (this.#deviates('pays_too_late', action)) {
      this.gone = true
      await wait(charge)
    }
    const choice = this.#deviates('declines', action) ? 'decline' : 'approve'
    await this.#pay(charge, choice)
    if (type === 'redirect_url' && this.#deviates('returns_twice', action)) {
      const { charge: now } = await this.#service.emulator.charges.inspect(charge.id)
      await this.#return(now, now.status, 'once more')
    }
  }

  async #answer(charge: Charge, type: AnswerType, key: string, wrong: boolean): Promise<void> {
    const { waits_for: waits } = await this.#service.emulator.charges.inspect(charge.id)
    const value = (wrong ? waits?.rejected[0] : waits?.accepted) ?? '12345'
    const answer = await this.#shop.answer(type, this.#order, value)
    const name = type === 'requires_pin' ? 'PIN' : type === 'requires_otp' ? 'OTP' : 'address'
    this.#tell(`enters ${wrong ? 'a wrong' : 'the'} ${name}`, answer)
    // A customer repeats what was wrong, or what failed; not what was taken.
    if (isServed(answer) && !wrong) this.#tries.set(key, mostTries)
    else if ((this.#tries.get(key) ?? 0) >= mostTries && !wrong) this.unserved = true
  }

  /** Opens the payer's page as a browser does, chooses there, and follows the way back. */
  async #pay(charge: Charge, choice: 'approve' | 'decline'): Promise<void> {
    const page = `/_emulator/pay/${charge.id}`
    const { emulator } = this.#service
    await (await emulator.fetch(page)).text()
    const answer = await emulator.fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ action: choice }),
      redirect: 'manual',
    })
    await answer.text()
    const what =
      choice === 'approve' ? 'pays on the page of the service' : 'declines on the page of the service'
    this.#note(answer.status < 400 ? what : `${what}, which says that it is too late`)
    const back = answer.headers.get('location')
    if (back === null || back.includes('/_emulator/pay/')) return
    this.returned = true
    this.#tell('is sent back to the program', await this.#shop.visit(back))
  }

  async #return(charge: Charge, status: string, when: string): Promise<void> {
    if (charge.redirect_url === undefined) return
    const url = new URL(charge.redirect_url)
    const told = this.#isHosted
      ? { status: status === 'succeeded' ? 'successful' : status, tx_ref: charge.reference }
      : { id: charge.id, reference: charge.reference, status }
    for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
    this.#tell(`opens the return address ${when}`, await this.#shop.visit(url.href))
  }

  #tell(what: string, { request, status, text, location }: Exchange): void {
    this.#shown += `${text} ${location ?? ''} `
    const body = text.replace(/\s+/g, ' ').slice(0, 200)
    this.#note(`${what}: ${request} → ${status === 0 ? `no answer (${body})` : `${status} ${body}`.trim()}`)
  }
}

/** Next actions that the payer ends at the service. */
const isPayers = (type: string): boolean =>
  ['redirect_url', 'payment_instruction', 'requires_bank_transfer', 'qr_code'].includes(type)
