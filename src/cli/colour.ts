import { styleText } from 'node:util'
import { type Paint, plain } from './print.ts'

type Environment = Record<string, string | undefined>

const styles = {
  name: 'cyan',
  heading: 'bold',
  good: 'green',
  bad: 'red',
  waiting: 'yellow',
  faint: 'dim',
} as const satisfies Record<Parameters<Paint>[1], Parameters<typeof styleText>[0]>

/** Colours only on a terminal. FORCE_COLOR (0: never) takes precedence over NO_COLOR, as in node itself. */
export function paintFor(stream: { isTTY?: boolean }, environment: Environment): Paint {
  const forced = environment['FORCE_COLOR']
  const wanted =
    forced !== undefined
      ? forced !== '0' && forced !== 'false'
      : !environment['NO_COLOR'] && stream.isTTY === true && environment['TERM'] !== 'dumb'
  if (!wanted) return plain
  // Node 22 checks the stream itself and would ignore FORCE_COLOR.
  const style = styleText as (format: string, text: string, options: { validateStream: false }) => string
  return (text, as) => style(styles[as], text, { validateStream: false })
}
