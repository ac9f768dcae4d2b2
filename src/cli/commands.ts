import { chargeCommands } from './commands/charges.ts'
import { clockCommands } from './commands/clock.ts'
import { generalCommands } from './commands/general.ts'
import { requestCommands } from './commands/requests.ts'
import { ruleCommands } from './commands/rules.ts'
import { scenarioCommands } from './commands/scenarios.ts'
import { streamCommands } from './commands/stream.ts'
import { transferCommands } from './commands/transfers.ts'
import { webhookCommands } from './commands/webhooks.ts'
import { populateCommands, snapshotCommands, stateCommands, worldCommands } from './commands/worlds.ts'
import type { Command } from './flags.ts'

/** Every command by name, except the server and its health check. Parser, help and completion are derived from it. */
export const commands: Readonly<Record<string, Command>> = {
  ...chargeCommands,
  ...transferCommands,
  ...scenarioCommands,
  ...clockCommands,
  ...webhookCommands,
  ...ruleCommands,
  ...requestCommands,
  ...streamCommands,
  ...worldCommands,
  ...populateCommands,
  ...stateCommands,
  ...snapshotCommands,
  ...generalCommands,
}
