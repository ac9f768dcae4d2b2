import { randomBytes } from 'node:crypto'
import { milliseconds } from '../../client/http.ts'
import { didYouMean } from '../../domain/kernel/nearest.ts'
import type { Examined, ExamineOptions, ServiceAddress } from '../api.ts'
import { type DeviationName, deviationNames } from '../deviations.ts'
import { grouped } from '../findings.ts'
import { answerTypes, flowsFor } from '../flows.ts'
import { jsonReport } from '../report/json.ts'
import { findingLines } from '../report/text.ts'
import { parseStory } from '../story.ts'
import { startService } from './emulator.ts'
import { functionShop } from './function-shop.ts'
import { Orders } from './orders.ts'
import { UnusableError } from './outcome.ts'
import { openRelay } from './relay.ts'
import { Search } from './search.ts'
import type { Stage } from './stage.ts'

/**
 * Examines a program in test code: plays customers, issuer, network and time against it and finds the shortest story in
 * which it breaks one of ten laws. Resolves to the result; rejects with an Error if the simplest story does not go through.
 */
export async function examine(options: ExamineOptions): Promise<Examined> {
  const seed = options.seed ?? randomBytes(4).toString('hex')
  const relay = typeof options.webhook === 'string' ? undefined : await openRelay(options.webhook)
  const webhook = relay?.url ?? String(options.webhook)
  const { service, values, method } = await startService({
    seed,
    port: 0,
    webhook: { url: webhook, signature: options.signature, form: options.form },
  })
  const shop = functionShop(options, webhook)
  try {
    await options.start?.(values as unknown as ServiceAddress)
    const { amount = 1500, currency = 'NGN' } = options.order ?? {}
    const orders = new Orders(seed, amount, currency, Date.now())
    const stage: Stage = {
      service,
      shop,
      patienceMs: milliseconds(options.patience ?? 200),
      windowMs: milliseconds(options.window ?? '24h'),
      polls: options.polls ?? false,
      nextOrder: () => orders.next(),
      orderIn: orders.find,
    }
    const search = new Search(stage, {
      flows: options.flows ?? flowsFor(shop.answers, method),
      hostedFlows: options.flows ?? flowsFor(answerTypes, method),
      also: named(options.play?.also),
      never: named(options.play?.never),
      seed,
      budgetMs: milliseconds(options.budget ?? '60s'),
      stories: options.stories ?? Number.POSITIVE_INFINITY,
      onProgress: () => undefined,
    })
    const story = options.story === undefined ? undefined : parseStory(options.story)
    const result = await (story === undefined ? search.run() : search.replay(story))
    const lines = grouped(result.findings).flatMap((finding, index) =>
      findingLines(finding, index + 1, `examine({ seed: '${seed}' })`, (text) => text),
    )
    return { ...jsonReport(result, seed), text: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error
    const lines = error.played?.timeline.map(({ at, who, what }) => `  ${at} ${who}: ${what}`) ?? []
    throw new Error([error.message, ...lines].join('\n'))
  } finally {
    await shop.stop()
    await relay?.close()
    await service.emulator.close()
  }
}

/** The names of deviations. Throws an Error for an unknown one. */
function named(names: readonly string[] = []): DeviationName[] {
  for (const name of names)
    if (!deviationNames.includes(name as DeviationName))
      throw new Error(`"${name}" is not a deviation${didYouMean(name, deviationNames)}`)
  return names as DeviationName[]
}
