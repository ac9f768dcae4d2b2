import { expect, test } from 'vitest'
import { run as runCommand } from '../../src/cli/run.ts'

test.each([
  ['--map x.example', /the command is missing: write it after "--"/],
  ['--map x.example --', /there is no command after "--"/],
  ['--map x.example more -- ls', /"more" is not a flag, and the command belongs after "--"/],
  ['-- ls', /--map is missing/],
  ['--map= -- ls', /--map is missing/],
  ['--map https://x.example/a -- ls', /--map is "https:.*" and path/],
  ['--map x.example:443 -- ls', /without port: every port of a mapped host is mapped/],
  ['--map localhost -- ls', /must not be this machine/],
  ['--map 127.0.0.1 -- ls', /must not be this machine/],
  ['--map *example -- ls', /must be host names/],
  ['--map x.example --sed a -- ls', /did you mean --seed/],
  ['--map x.example --tls -- ls', /--tls is not a known flag/],
  ['--map x.example --port many -- ls', /--port is "many", but must be a whole number/],
  [
    '--map x.example --url http://localhost:1 --seed a -- ls',
    /--seed configures an emulator that is started/,
  ],
  ['--map x.example --report /nowhere/r.xml -- ls', /--report is .* cannot be written/],
  ['--map x.example --record /nowhere/r.har -- ls', /--record is .* cannot be written/],
])('run refuses %s as wrong usage', async (line, complaint) => {
  const around = { environment: {}, out: () => undefined, error: () => undefined }
  await expect(runCommand(line.split(' '), around)).rejects.toThrow(complaint)
})
