import type { BuiltInScenarioKey } from './built-in-keys.ts'

export type { BuiltInScenarioKey } from './built-in-keys.ts'

/**
 * A scenario key: a built-in one, which editors complete, one of your own, or several joined with `&`, such as
 * `scenario:auth_pin&issuer:insufficient_funds`.
 */
export type ScenarioKey = BuiltInScenarioKey | (string & Record<never, never>)
