/** Entry point of the package: `createEmulator` runs an emulator in this process, `connect` is a client for a running one. */
export * from './client.ts'
export { createEmulator } from './node/in-process.ts'
