import { dirname, resolve } from 'node:path'
import { fillText } from '../file/fill.ts'
import type { Examination } from '../file/schema.ts'
import { answerTypes, flowsFor } from '../flows.ts'
import { startService } from './emulator.ts'
import { type HttpShopOptions, httpShop } from './http-shop.ts'
import { Orders } from './orders.ts'
import { Program } from './program.ts'
import type { Stage } from './stage.ts'

/** The set of an examination that a file describes: service and program, both running. */
export interface Opened {
  stage: Stage
  flows: readonly string[]
  hostedFlows: readonly string[]
  /** Ends program and service. */
  close(): Promise<void>
}

/** Starts the service and the program of an examination file. Rejects with a ProgramError. */
export async function openFile(
  file: Examination,
  path: string,
  { seed, port }: { seed: string; port: number },
  onProgram: (program: Program) => void,
): Promise<Opened> {
  const webhook = typeof file.webhook === 'string' ? { url: file.webhook } : file.webhook
  const { service, values, method } = await startService({ seed, port, webhook })
  const { program: options } = file
  const env = Object.fromEntries(
    Object.entries(options.env).map(([name, text]) => [name, fillText(text, values)]),
  )
  const orders = new Orders(seed, file.order.amount, file.order.currency, Date.now())
  const program = new Program({
    start: options.start,
    cwd: resolve(dirname(path), options.cwd),
    env,
    ready: options.ready,
    reachable: fillText(file.look.url, { ...values, order: 'ex-reachable-00' }),
  })
  onProgram(program)
  const close = async (): Promise<void> => {
    await program.stop()
    await service.emulator.close()
  }
  try {
    await program.start()
    const shop = httpShop({ ...file, webhook: webhook.url } as HttpShopOptions, values, program)
    const stage: Stage = {
      service,
      shop,
      patienceMs: file.patience,
      windowMs: file.window,
      polls: file.polls,
      nextOrder: () => orders.next(),
      orderIn: orders.find,
    }
    const flows = file.flows ?? flowsFor(shop.answers, method)
    return { stage, flows, hostedFlows: file.flows ?? flowsFor(answerTypes, method), close }
  } catch (error) {
    await close()
    throw error
  }
}
