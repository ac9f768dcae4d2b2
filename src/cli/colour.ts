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

/** Colours on a terminal only; FORCE_COLOR (0: never) goes before NO_COLOR, as in node itself. */
export function paintFor(stream: { isTTY?: boolean }, environment: Environment): Paint {
  const forced = environment['FORCE_COLOR']
  const wanted =
    forced !== undefined
      ? forced !== '0' && forced !== 'false'
      : !environment['NO_COLOR'] && stream.isTTY === true && environment['TERM'] !== 'dumb'
  if (!wanted) return plain
  // Node 22 looks at the stream by itself, and would take the colours away that FORCE_COLOR asks for.
  const style = styleText as (format: string, text: string, options: { validateStream: false }) => string
  return (text, as) => style(styles[as], text, { validateStream: false })
}
