import type { ExportTarget } from '../domain/kernel/enums.ts'
import type { Session } from '../domain/kernel/session.ts'
import { slug } from './print.ts'
import type { Script } from './script.ts'
import { scriptOf } from './steps.ts'
import { javascript } from './targets/javascript.ts'
import { php } from './targets/php.ts'
import { python } from './targets/python.ts'
import { shell } from './targets/shell.ts'

interface Target {
  title: string
  /** The name of the file, from that of the session. */
  file(title: string): string
  write(script: Script): string
}

/** What a session can be exported as. */
export const targets = {
  vitest: {
    title: 'Vitest',
    file: (title) => `${slug(title, '-')}.test.ts`,
    write: javascript('payment-emulator/vitest'),
  },
  playwright: {
    title: 'Playwright',
    file: (title) => `${slug(title, '-')}.spec.ts`,
    write: javascript('payment-emulator/playwright'),
  },
  pytest: {
    title: 'pytest',
    file: (title) => `test_${slug(title, '_')}.py`,
    write: python,
  },
  phpunit: {
    title: 'PHPUnit',
    file: (title) => `${pascal(title)}Test.php`,
    write: php,
  },
  curl: {
    title: 'curl',
    file: (title) => `${slug(title, '-')}.sh`,
    write: shell,
  },
} as const satisfies Record<ExportTarget, Target>

function pascal(title: string): string {
  return slug(title, '-').replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** A session as a test: the name of its file and its text. */
export function exportSession(session: Session, as: ExportTarget): { file: string; text: string } {
  const script = scriptOf(session)
  const { file, write }: Target = targets[as]
  return { file: file(script.title), text: write(script) }
}
