// usage: node node-client.mjs CLIENT
import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'

/** Each sends a request and resolves to the parsed body. */
const clients = {
  fetch: (method, url, headers, body) =>
    globalThis.fetch(url, { method, headers, body }).then((r) => r.json()),
  undici: async (method, url, headers, body) => {
    const { request } = await import('undici')
    return (await request(url, { method, headers, body })).body.json()
  },
  'undici-agent': async (method, url, headers, body) => {
    const { Agent, fetch } = await import('undici')
    dispatcher ??= new Agent({ connect: { ca: tls.rootCertificates } })
    return (await fetch(url, { method, headers, body, dispatcher })).json()
  },
  https: (method, url, headers, body) => core(https, method, url, { headers }, body),
  'https-agent': (method, url, headers, body) => {
    agent ??= new https.Agent({ keepAlive: true, ca: tls.rootCertificates })
    return core(https, method, url, { headers, agent }, body)
  },
  http: (method, url, headers, body) => core(http, method, url.replace(/^https/, 'http'), { headers }, body),
  axios: async (method, url, headers, data) => {
    const { default: axios } = await import('axios')
    return (await axios({ method, url, headers, data })).data
  },
  got: async (method, url, headers, body) => {
    const { got } = await import('got')
    return got(url, { method, headers, body, retry: { limit: 0 } }).json()
  },
}
let dispatcher
let agent

function core(library, method, url, options, body) {
  return new Promise((resolve, reject) => {
    const request = library.request(url, { method, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(JSON.parse(text)))
    })
    request.on('error', reject)
    request.end(body)
  })
}

const call = clients[process.argv[2]]
const form = 'grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret'
const { access_token: token } = await call(
  'POST',
  'https://login.example.com/realms/sandbox/protocol/openid-connect/token',
  { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(form.length) },
  form,
)
const order = JSON.stringify({
  amount: 1500,
  currency: 'NGN',
  reference: 'fixed-0001',
  customer_id: 'cus_adaobi0001',
  payment_method_id: 'pmd_card000001',
})
const { data: created } = await call(
  'POST',
  'https://api.example.com/charges',
  {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(order.length),
  },
  order,
)
const { data: read } = await call('GET', `https://api.example.com/charges/${created.id}`, {
  authorization: `Bearer ${token}`,
})
console.log(read.reference, read.status)
process.exit(0)
