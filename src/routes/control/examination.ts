import * as z from 'zod'
import type { Emulator } from '../../emulator/emulator.ts'
import { reply } from '../../http/reply.ts'
import { LastExamination, WireExamination } from '../../wire/examination.ts'
import { control } from './control.ts'

const path = '/_emulator/examination'

const last = ({ examination: { report, wanted } }: Emulator) =>
  reply(200, { examination: report ?? null, wanted: wanted ?? null })

export const examinationOperations = [
  control({
    id: 'getExamination',
    method: 'get',
    path,
    summary: 'The last examination of this emulator',
    responses: { 200: LastExamination },
    handle: ({ emulator }) => last(emulator),
  }),
  control({
    id: 'setExamination',
    method: 'put',
    path,
    summary: 'Show the result of an examination in the dashboard',
    body: WireExamination,
    responses: { 200: LastExamination },
    handle: ({ emulator, body }) => {
      emulator.examination = { report: body, wanted: undefined }
      return last(emulator)
    },
  }),
  control({
    id: 'playStory',
    method: 'post',
    path: `${path}/play`,
    summary: 'Ask the examiner to play a story again',
    description: 'It does so while it runs with --keep.',
    body: z
      .strictObject({ story: z.string().min(1).max(2000) })
      .meta({ examples: [{ story: 'scenario:noauth issuer:approved webhook_twice@1' }] }),
    responses: { 200: LastExamination },
    handle: ({ emulator, body }) => {
      emulator.examination = { ...emulator.examination, wanted: body.story }
      return last(emulator)
    },
  }),
]
