#!/usr/bin/env node
import module from 'node:module'

// Node's own cache of compiled code (22.1 and newer) serves only what is loaded after this call, hence two files.
;(module as { enableCompileCache?: () => void }).enableCompileCache?.()
const { run } = await import('./cli/cli.ts')
await run(process.argv.slice(2))
