import { fileSchema } from '../../domain/kernel/file-schema.ts'
import { ExaminationFile } from './schema.ts'

/** The content of `scenarios/examine.schema.json`, with which editors complete and check examination files. */
export const examinationSchema = (): Record<string, unknown> =>
  fileSchema(ExaminationFile, {
    title: 'An examination file',
    description:
      'What `payment-emulator examine` needs to know of a program. Generated from src/examiner/file/schema.ts by `npm run schema`; do not edit.',
  })
