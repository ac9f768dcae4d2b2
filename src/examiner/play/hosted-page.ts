import type { Charge } from '../../client.ts'
import type { DeviationName } from '../deviations.ts'
import { declinedCard } from '../keys.ts'
import type { Service } from './service.ts'

/** How a customer lets time pass. */
export interface Patience {
  /** Until a charge is final; without one, to the end of the window. */
  untilOver(charge?: Charge): Promise<void>
  /** Some milliseconds of the emulated clock. */
  pass(ms: number): Promise<void>
  /** Only as long as the program needs for what it does at once; then its belief is looked at. */
  wait(): Promise<void>
}

/** The customer who looks at a hosted payment. */
export interface Visitor {
  /** Begins the next thing that the customer has to do, and returns its number. */
  begin(what: string): number
  deviates(name: DeviationName, at: number): boolean
  note(what: string): void
  /** The browser goes on to an address of the service, or back to the program. */
  goOn(address: string, why?: string): Promise<void>
  /** Will not pay any more. */
  leave(): void
}

/** How long a customer stays away who comes back, and how long one looks for something else to pay with. Milliseconds. */
const [awayMs, searchMs] = [300_000, 60_000]

/** What the customer enters on the page. */
const entered = { card_number: '4242424242424242', network: 'MTN', phone: '+2348012345678' }

/** The page of a hosted payment, on which a customer chooses what to pay with. */
export class HostedPage {
  readonly #service: Service
  readonly #visitor: Visitor
  readonly #path: string
  /** Whether there is something to choose. */
  isOpen = true
  #attempts = 0

  constructor(service: Service, visitor: Visitor, path: string) {
    this.#service = service
    this.#visitor = visitor
    this.#path = path
  }

  /** The customer chooses, or does what the story has instead. */
  choose(patience: Patience): Promise<void> {
    return this.#attempts === 0 ? this.#chooseFirst(patience) : this.#chooseAgain(patience)
  }

  async #chooseFirst(patience: Patience): Promise<void> {
    const visitor = this.#visitor
    const position = visitor.begin('hosted_page')
    const does = (name: DeviationName): boolean => visitor.deviates(name, position)
    await this.#offered()
    if (does('walks_away')) {
      visitor.note('walks away from the page of the service')
      return visitor.leave()
    }
    await this.returnByHand(position, patience)
    if (does('comes_back')) await this.comeBack(() => this.#cancel(), patience)
    if (does('declines')) return this.#giveUp('cancels the payment on the page of the service')
    if (does('pays_too_late')) {
      visitor.leave()
      await patience.untilOver()
    }
    const card = visitor.deviates('second_method', 1) ? declinedCard : entered.card_number
    const to = await this.#pay('card', card)
    if (does('returns_twice') && to !== undefined && isPrograms(to))
      await visitor.goOn(to, 'opens the return address once more')
  }

  async #chooseAgain(patience: Patience): Promise<void> {
    const visitor = this.#visitor
    if (!visitor.deviates('second_method', 1) || this.#attempts > 1)
      return this.#giveUp('is told that the payment failed, and gives up')
    visitor.note('is told that the payment failed')
    await patience.pass(searchMs)
    const other = (await this.#offered()).find((method) => method !== 'card')
    await this.#pay(other ?? 'card', entered.card_number)
  }

  /** Pays, and goes on; the result is where to. */
  async #pay(method: string, card: string): Promise<string | undefined> {
    this.#attempts++
    this.isOpen = false
    const { status, to } = await this.#send({ ...entered, method, card_number: card })
    const what = `chooses to pay by ${method.replaceAll('_', ' ')} on the page of the service`
    this.#visitor.note(status < 400 ? what : `${what}, which says that it is too late`)
    if (to !== undefined) await this.#visitor.goOn(to)
    return to
  }

  async #giveUp(what: string): Promise<void> {
    this.isOpen = false
    this.#visitor.note(what)
    this.#visitor.leave()
    const to = await this.#cancel()
    if (to !== undefined) await this.#visitor.goOn(to)
  }

  /** The customer leaves by a button of the page that they are on, and comes back later. */
  async comeBack(leave: () => Promise<string | undefined>, { wait, pass }: Patience): Promise<void> {
    this.#visitor.note('leaves the page of the service')
    const to = await leave()
    if (to !== undefined) await this.#visitor.goOn(to)
    await wait()
    await pass(awayMs)
    this.#visitor.note('comes back to the page of the service')
    await this.#offered()
  }

  /** The customer opens the return address before paying, if the story has that here. */
  async returnByHand(position: number, { wait }: Patience): Promise<void> {
    const isEarly = this.#visitor.deviates('returns_early', position)
    if (!isEarly && !this.#visitor.deviates('returns_with_other', position)) return
    // To cancel changes nothing: it only tells where the page would lead to.
    const to = await this.#cancel()
    const other = isEarly ? undefined : await this.#otherTransaction()
    if (to === undefined || !isPrograms(to)) return
    const url = new URL(to)
    url.searchParams.set('status', 'successful')
    if (other !== undefined) url.searchParams.set('transaction_id', String(other))
    const how = isEarly ? '' : ' with the transaction_id of another order'
    await this.#visitor.goOn(url.href, `opens the return address before paying${how}`)
    await wait()
  }

  /** The id of a transaction that paid another order. */
  async #otherTransaction(): Promise<number | undefined> {
    const newest = await this.#service.newestTransactions()
    return newest.find(({ status }) => status === 'successful')?.id
  }

  async #offered(): Promise<string[]> {
    const answer = await this.#service.emulator.fetch(this.#path, { redirect: 'manual' })
    const shown = (await answer.text()).matchAll(/<input type="hidden" name="method" value="(\w+)"/g)
    return Array.from(shown, ([, method = '']) => method)
  }

  #cancel = async (): Promise<string | undefined> => (await this.#send({ cancel: '1' })).to

  #send = (form: Record<string, string>) => sendForm(this.#service, this.#path, form)
}

/** Sends a form of a page of the service. The result is its status, and where the browser goes. */
export async function sendForm(
  { emulator }: Pick<Service, 'emulator'>,
  path: string,
  form: Record<string, string>,
): Promise<{ status: number; to: string | undefined }> {
  const body = new URLSearchParams(form)
  const answer = await emulator.fetch(path, { method: 'POST', body, redirect: 'manual' })
  await answer.text()
  return { status: answer.status, to: answer.headers.get('location') ?? undefined }
}

/** Whether an address leads back to the program. */
export const isPrograms = (address: string): boolean => !address.includes('/_emulator/pay/')
