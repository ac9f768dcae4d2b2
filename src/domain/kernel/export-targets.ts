/** What a recorded session can be exported as. This module imports nothing: published types derive from it. */
export const exportTargets = ['vitest', 'playwright', 'pytest', 'phpunit', 'curl'] as const
/** What a recorded session can be exported as: a test, or a script for curl. */
export type ExportTarget = (typeof exportTargets)[number]
