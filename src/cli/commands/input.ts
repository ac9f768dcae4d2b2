import { readFile, writeFile } from 'node:fs/promises'
import { ConfigError } from '../../config/config.ts'

export function count(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new ConfigError(`"${text}" must be a whole number`)
}

export function amount(text: string | undefined): number | undefined {
  if (text === undefined || /^\d+(\.\d+)?$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new ConfigError(`"${text}" must be a number such as 1500 or 0.25`)
}

export function json(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`the value is not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** Reads a file; `-` is standard input. */
export async function read(file: string): Promise<string> {
  try {
    // Standard input has a file descriptor on every platform, but not a path.
    return await readFile(file === '-' ? (0 as unknown as string) : file, 'utf8')
  } catch (error) {
    throw new ConfigError(`cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

export async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new ConfigError(`cannot write ${file}: ${error instanceof Error ? error.message : error}`)
  }
}
