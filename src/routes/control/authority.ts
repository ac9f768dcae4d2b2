import { Refusal } from '../../domain/kernel/errors.ts'
import { operation } from '../../http/operation.ts'
import { Ready, reply } from '../../http/reply.ts'

/** What phones open as a certificate to install. */
const mediaType = 'application/x-x509-ca-cert'

export const authorityOperations = [
  operation({
    id: 'getAuthority',
    method: 'get',
    path: '/_emulator/ca.pem',
    family: 'control',
    access: 'open',
    tag: 'Emulator',
    summary: 'The certificate of the authority that was made for --tls',
    description: 'Install it on a phone or in a container, which then trust the emulator over HTTPS. PEM.',
    responses: { 200: null },
    otherTypes: { [mediaType]: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n' },
    refusals: [404],
    handle: ({ emulator }) => {
      if (emulator.authority === undefined)
        throw new Refusal(
          'not_found',
          'no authority was made: start the emulator with --tls, and without --tls-cert and --tls-key',
        )
      return reply(200, new Ready(emulator.authority), { 'content-type': mediaType })
    },
  }),
]
