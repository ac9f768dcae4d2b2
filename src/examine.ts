/** Entry point of the package: examines a program in test code. */
export { runExamination } from './examiner/play/run.ts'
