import type { TestProject } from 'vitest/node'
import { type BuiltIn, readBuiltIn } from '../../src/node/built-in.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    builtIn: BuiltIn
  }
}

/** Reads the built-in scenarios and fixtures from their YAML once; every test file gets them as plain data. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('builtIn', await readBuiltIn())
}
