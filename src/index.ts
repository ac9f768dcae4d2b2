/** Entry point of the package: an in-process emulator, and a client for a running one. */
export * from './client.ts'
export { createEmulator } from './node/in-process.ts'
