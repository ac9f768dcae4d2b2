import { writeFileSync } from 'node:fs'
import { cache, fileOf } from '../lib/install.mjs'

export const spec = '@mockoon/cli@9.9.0'

/** One route whose answer repeats fields of the request, as a typical mock of this endpoint would. */
export function subject({ node, install }) {
  const main = fileOf(spec, 'bin/run.js', install)
  const file = `${cache}/peers/mockoon.json`
  writeFileSync(file, JSON.stringify(environment))
  return {
    id: 'mockoon',
    label: spec,
    kind: 'chargeAnyToken',
    how: (port) => ({
      command: node,
      args: [
        main,
        'start',
        '--data',
        file,
        '--port',
        String(port),
        '--hostname',
        '127.0.0.1',
        '--disable-log-to-file',
        '--disable-admin-api',
      ],
    }),
  }
}

const body = JSON.stringify({
  status: 'success',
  message: 'Charge created',
  data: {
    id: "chg_{{faker 'string.alphanumeric' 10}}",
    amount: '@@amount@@',
    currency: "{{body 'currency'}}",
    customer_id: "{{body 'customer_id'}}",
    reference: "{{body 'reference'}}",
    payment_method_details: { id: "{{body 'payment_method_id'}}", type: 'card' },
    status: 'succeeded',
    processor_response: { type: 'approved', code: '00' },
    created_datetime: '{{now}}',
  },
}).replace('"@@amount@@"', "{{body 'amount'}}")

const environment = {
  uuid: '6d0e1c1e-0000-4000-8000-000000000001',
  lastMigration: 33,
  name: 'bench',
  endpointPrefix: '',
  latency: 0,
  port: 3000,
  hostname: '127.0.0.1',
  folders: [],
  routes: [
    {
      uuid: '6d0e1c1e-0000-4000-8000-000000000002',
      type: 'http',
      documentation: '',
      method: 'post',
      endpoint: 'charges',
      responses: [
        {
          uuid: '6d0e1c1e-0000-4000-8000-000000000003',
          body,
          latency: 0,
          statusCode: 201,
          label: '',
          headers: [{ key: 'Content-Type', value: 'application/json' }],
          bodyType: 'INLINE',
          filePath: '',
          databucketID: '',
          sendFileAsBody: false,
          rules: [],
          rulesOperator: 'OR',
          disableTemplating: false,
          fallbackTo404: false,
          default: true,
          crudKey: 'id',
          callbacks: [],
        },
      ],
      responseMode: null,
      streamingMode: null,
      streamingInterval: 0,
    },
  ],
  rootChildren: [{ type: 'route', uuid: '6d0e1c1e-0000-4000-8000-000000000002' }],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: {
    enabled: false,
    type: 'CERT',
    pfxPath: '',
    certPath: '',
    keyPath: '',
    caPath: '',
    passphrase: '',
  },
  cors: true,
  headers: [],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [],
  callbacks: [],
}
