import * as z from 'zod'
import { version } from '../../emulator/version.ts'
import { Ready, reply } from '../../http/reply.ts'
import { junit } from '../../wire/junit.ts'
import { WireReport } from '../../wire/report.ts'
import { control } from './control.ts'

export const reportOperations = [
  control({
    id: 'getReport',
    method: 'get',
    path: '/_emulator/report',
    summary: 'A report for CI: unknown scenario keys, refused requests, undelivered webhooks and coverage',
    description:
      'Covers this world since it was created. `all=true` covers every world since the start, including those that were reset or removed. `format=junit` answers JUnit XML, in which unknown keys and undelivered webhooks are failures.',
    query: z.object({
      format: z.enum(['json', 'junit']).optional(),
      all: z.enum(['true', 'false']).optional(),
    }),
    responses: { 200: WireReport },
    otherTypes: {
      'application/xml':
        '<testsuites name="payment-emulator" tests="0" failures="0" skipped="0">\n</testsuites>\n',
    },
    handle: ({ world, emulator, query }) => {
      const report = emulator.report(version, query.all === 'true' ? undefined : world)
      if (query.format !== 'junit') return reply(200, report)
      return reply(200, new Ready(junit(report)), { 'content-type': 'application/xml; charset=utf-8' })
    },
  }),
]
