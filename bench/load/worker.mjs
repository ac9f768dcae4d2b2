/** The process that generates the load, on another processor than the servers. Receives jobs from its parent. */
import { Receiver } from './receiver.mjs'
import { run } from './run.mjs'

const receiver = new Receiver()
const tasks = {
  run,
  receive: ({ plannedDelayMs }) => receiver.start(plannedDelayMs),
  received: () => receiver.report(),
  stopReceiving: () => receiver.stop(),
}

process.on('message', async ({ id, task, argument }) => {
  try {
    process.send({ id, result: await tasks[task](argument) })
  } catch (error) {
    process.send({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
