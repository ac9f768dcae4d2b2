/** What users of the package get: an emulator in their own process, and a client for one that runs. */
export * from './client.ts'
export { createEmulator } from './node/in-process.ts'
