import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../config/parse.ts'
import { junit } from '../wire/junit.ts'
import type { Report } from '../wire/report.ts'

/** Throws a ConfigError at start if the file of a flag cannot be written at the end. */
export async function checkTargetFile(flag: string, file: string): Promise<void> {
  const folder = dirname(resolve(file))
  try {
    await access(folder, constants.W_OK)
  } catch {
    throw new ConfigError(`${flag} is "${file}", but the folder ${folder} cannot be written to`)
  }
  const there = await stat(file).catch(() => undefined)
  if (there && !there.isFile()) throw new ConfigError(`${flag} is "${file}", which is not a file`)
}

/** Writes a report atomically: JUnit if the name ends in `.xml`, else JSON. */
export async function writeReportFile(file: string, report: Report): Promise<void> {
  const text = file.toLowerCase().endsWith('.xml') ? junit(report) : `${JSON.stringify(report, null, 2)}\n`
  // In the same folder, because a rename is atomic only within a file system.
  const draft = `${file}.${process.pid}.tmp`
  try {
    await writeFile(draft, text)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

/** A report as one line of counts, for the log. */
export const summaryOf = ({ requests, unknown_scenarios, rejected, webhooks, scenarios }: Report) => ({
  requests: requests.total,
  rejected: rejected.requests.reduce((sum, { count }) => sum + count, rejected.more),
  unknown_scenarios: unknown_scenarios.map(({ name }) => name).slice(0, 20),
  webhooks_delivered: webhooks.delivered,
  webhooks_undelivered: webhooks.dead,
  webhooks_pending: webhooks.pending + webhooks.held,
  scenarios_used: scenarios.used.length,
  scenarios_unused: scenarios.unused.length,
})
