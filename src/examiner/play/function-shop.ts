import type { ExamineOptions } from '../api.ts'
import { answerTypes } from '../flows.ts'
import { send } from './http.ts'
import type { Exchange, Shop } from './shop.ts'

/** A program in this process, which is reached by functions. */
export function functionShop(options: ExamineOptions, webhook: string): Shop {
  const { pay, look, visit, restart, stop } = options
  const answer = options.answer ?? {}
  let tellsFulfilment = false
  return {
    answers: answerTypes.filter((type) => answer[type] !== undefined),
    get tellsFulfilment() {
      return tellsFulfilment
    },
    webhook,
    pay: (order, times) =>
      Promise.all(Array.from({ length: times }, () => exchange(`pay(${order.id})`, () => pay(order)))),
    answer: (type, order, value) =>
      exchange(`answer.${type}(${order.id})`, () => answer[type]?.(order, value)),
    look: async (order) => {
      const said = await look(order)
      if (said === undefined) return { belief: 'pending', fulfilled: undefined, told: 'unknown order' }
      const { status, fulfilled } = said
      tellsFulfilment ||= fulfilled !== undefined
      const counted =
        fulfilled === undefined ? '' : `, fulfilled ${fulfilled} ${fulfilled === 1 ? 'time' : 'times'}`
      return { belief: status, fulfilled, told: `${status}${counted}` }
    },
    visit: async (url) =>
      visit === undefined
        ? { request: `GET ${url}`, ...(await send({ method: 'GET', url })) }
        : exchange(`visit(${url})`, () => visit(url)),
    down: async () => undefined,
    ...(restart && { restart: async () => void (await restart()) }),
    stop: async () => void (await stop?.()),
  }
}

/** Calls a function as a request: what it throws is a failure, and so is an answer whose status says so. */
async function exchange(request: string, call: () => unknown): Promise<Exchange> {
  try {
    const answer = await call()
    if (answer instanceof Response) {
      const location = answer.headers.get('location') ?? undefined
      return { request, status: answer.status, text: await answer.text(), location }
    }
    const { status } = Object(answer) as { status?: unknown }
    return {
      request,
      status: typeof status === 'number' ? status : 200,
      text: answer === undefined ? '' : JSON.stringify(answer),
    }
  } catch (error) {
    return { request, status: 500, text: error instanceof Error ? error.message : String(error) }
  }
}
