import type { Charge } from '../../client.ts'
import type { DeviationName } from '../deviations.ts'
import { type AnswerType, isAnswerType } from '../flows.ts'
import { HostedPage, isPrograms, type Patience, sendForm, type Visitor } from './hosted-page.ts'
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
  /** The page on which the customer chooses what to pay with, if the program told of one. */
  #page: HostedPage | undefined
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
    const link = [...this.#shown.matchAll(/\/_emulator\/pay\/lnk_\w+/g)].at(-1)?.[0]
    if (link !== undefined) this.#page = new HostedPage(this.#service, this.#visitor, link)
    // Without an answer there is nothing that the customer could follow.
    this.unserved = !this.#served
    return this.#served
  }

  /** The customer pays on a page of the service that offers a choice. */
  get isHosted(): boolean {
    return this.#page !== undefined
  }

  get #visitor(): Visitor {
    return {
      begin: (what) => this.followed.push(what),
      deviates: this.#deviates,
      note: this.#note,
      goOn: (address, why) => this.#goOn(address, why),
      leave: () => {
        this.gone = true
      },
    }
  }

  /** What the customer does next: follows a charge that waits for them, or chooses on the page; undefined: nothing. */
  next(charges: readonly Charge[]): ((patience: Patience) => Promise<void>) | undefined {
    if (this.gone || this.unserved) return undefined
    const charge = this.#waiting(charges)
    if (charge !== undefined) return (patience) => this.#follow(charge, patience)
    const page = this.#page
    return page?.isOpen ? (patience) => page.choose(patience) : undefined
  }

  #waiting(charges: readonly Charge[]): Charge | undefined {
    const shown = charges.filter(({ id }) => this.#shown.includes(id))
    // A customer sees the page of a charge only if the program tells them its address; the newest one, if it tells none.
    const reachable = shown.length > 0 ? shown : charges.slice(-1)
    return reachable.find((charge) => {
      const type = charge.status === 'pending' ? charge.next_action?.type : undefined
      if (type === undefined || (this.#tries.get(`${charge.id} ${type}`) ?? 0) >= mostTries) return false
      return isAnswerType(type) ? this.isHosted || this.#shop.answers.includes(type) : isPayers(type)
    })
  }

  /** Follows the next action of a charge, or does what the story has instead. */
  async #follow(charge: Charge, patience: Patience): Promise<void> {
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
    if (this.#page && tries === 0 && this.#deviates('comes_back', action))
      await this.#page.comeBack(async () => (await this.#send(charge, { action: 'abandon' })).to, patience)
    if (isAnswerType(type)) return this.#answer(charge, type, key, this.#deviates('declines', action))
    this.#tries.set(key, mostTries)
    if (this.#page) await this.#page.returnByHand(action, patience)
    else if (this.#deviates('returns_early', action)) {
      await this.#return(charge, 'succeeded', 'before paying')
      await patience.wait()
    }
    if (this.#deviates('pays_too_late', action)) {
      this.gone = true
      await patience.untilOver(charge)
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
    const name = type === 'requires_pin' ? 'PIN' : type === 'requires_otp' ? 'OTP' : 'address'
    const what = `enters ${wrong ? 'a wrong' : 'the'} ${name}`
    const served = this.isHosted
      ? await this.#enter(charge, value, what)
      : this.#tell(what, await this.#shop.answer(type, this.#order, value))
    // A customer repeats what was wrong, or what failed; not what was taken.
    if (served && !wrong) this.#tries.set(key, mostTries)
    else if ((this.#tries.get(key) ?? 0) >= mostTries && !wrong) this.unserved = true
  }

  /** Enters an answer on the page of the service. The result is whether it was taken. */
  async #enter(charge: Charge, value: string, what: string): Promise<boolean> {
    const { status, to } = await this.#send(charge, { action: 'answer', answer: value })
    this.#note(`${what} on the page of the service${status < 400 ? '' : ', which refuses it'}`)
    if (to !== undefined) await this.#goOn(to)
    return status < 400
  }

  #send(charge: Charge, form: Record<string, string>) {
    return sendForm(this.#service, `/_emulator/pay/${charge.id}`, form)
  }

  /** The browser goes on to another page of the service, or back to the program. */
  async #goOn(address: string, why = 'is sent back to the program'): Promise<void> {
    if (isPrograms(address)) {
      this.returned = true
      this.#tell(why, await this.#shop.visit(address))
      return
    }
    this.#shown += ` ${address} `
    if (this.#page && address.includes('/_emulator/pay/lnk_')) this.#page.isOpen = true
  }

  /** Opens the payer's page as a browser does, chooses there, and follows the way back. */
  async #pay(charge: Charge, choice: 'approve' | 'decline'): Promise<void> {
    const { emulator } = this.#service
    await (await emulator.fetch(`/_emulator/pay/${charge.id}`)).text()
    const { status, to } = await this.#send(charge, { action: choice })
    const what =
      choice === 'approve' ? 'pays on the page of the service' : 'declines on the page of the service'
    this.#note(status < 400 ? what : `${what}, which says that it is too late`)
    if (to !== undefined) await this.#goOn(to)
  }

  async #return(charge: Charge, status: string, when: string): Promise<void> {
    if (charge.redirect_url === undefined) return
    const url = new URL(charge.redirect_url)
    const told = this.isHosted
      ? { status: status === 'succeeded' ? 'successful' : status, tx_ref: charge.reference }
      : { id: charge.id, reference: charge.reference, status }
    for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
    this.#tell(`opens the return address ${when}`, await this.#shop.visit(url.href))
  }

  /** Writes down what the program answered. The result is whether the customer sees success. */
  #tell(what: string, answer: Exchange): boolean {
    const { request, status, text, location } = answer
    this.#shown += `${text} ${location ?? ''} `
    const body = text.replace(/\s+/g, ' ').slice(0, 200)
    this.#note(`${what}: ${request} → ${status === 0 ? `no answer (${body})` : `${status} ${body}`.trim()}`)
    return isServed(answer)
  }
}

/** Next actions that the payer ends at the service. */
const isPayers = (type: string): boolean =>
  ['redirect_url', 'payment_instruction', 'requires_bank_transfer', 'qr_code'].includes(type)
