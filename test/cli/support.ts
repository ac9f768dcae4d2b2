import { control } from '../../src/cli/control.ts'

export interface Ran {
  code: number
  out: string
  error: string
}

/** Runs one command line as `payment-emulator` does; returns its output and exit code. */
export async function runLine(line: string, environment: Record<string, string> = {}): Promise<Ran> {
  const out: string[] = []
  const error: string[] = []
  const code = await control(line.split(' '), {
    environment,
    out: (text) => out.push(text),
    error: (text) => error.push(text),
  })
  return { code, out: out.join('\n'), error: error.join('\n') }
}
