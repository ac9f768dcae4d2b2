// Checks whether the service at an address follows the contract; by default, the emulator of this folder.
//
// usage: npm run conformance -- --help

import { importSource } from './bundle.mjs'

const { conformance } = await importSource({ entry: 'test/conformance/main.ts' })
process.exitCode = await conformance(process.argv.slice(2))
