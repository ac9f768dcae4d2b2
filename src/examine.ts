/** Entry point of the package: examines a program in test code. */
export type * from './examiner/api.ts'
export { examine } from './examiner/play/in-code.ts'
