import { Connection } from './connection.mjs'
import { requestsPerToken } from './requests.mjs'

/** What all clients of a job share. */
export class Shared {
  token = ''
  sent = 0
  counted = 0
  nextTokenAt = requestsPerToken

  /** @param {import('./recorder.mjs').Recorder} recorder Records answers to requests from now on. */
  constructor(target, kind, tokenRequest, recorder) {
    Object.assign(this, { target, kind, tokenRequest, recorder })
  }
}

/** One simulated client: a connection with at most one request at a time. */
export class Client {
  #shared
  #previous = ''
  #number = 0
  #startedAt = 0
  #forToken = false
  #recorder

  /** @param {Shared} shared @param {(client: Client) => void} onFree @param {() => void} onGone The server is gone. */
  constructor(shared, onFree, onGone) {
    this.#shared = shared
    this.connection = new Connection(
      shared.target.host,
      shared.target.port,
      (status, body) => {
        if (this.#forToken && status === 200) shared.token = accessToken(body())
        else if (this.#forToken) this.#recorder.fail(`no token: ${status} ${body().slice(0, 300)}`)
        else
          this.#recorder.add(
            this.#number,
            performance.now() - this.#startedAt,
            status,
            shared.kind.expect,
            body,
          )
        this.#forToken = false
        onFree(this)
      },
      (error, gone) => {
        this.#forToken = false
        this.#recorder?.fail(error.message)
        if (gone) onGone()
        onFree(this)
      },
    )
  }

  /** Sends the next request, or a token request if one is due: then it returns false. */
  send(dueAt) {
    const shared = this.#shared
    this.#recorder = shared.recorder
    this.#startedAt = dueAt
    if (shared.kind.token && shared.sent >= shared.nextTokenAt) {
      shared.nextTokenAt += requestsPerToken
      this.#forToken = true
      this.connection.send(shared.tokenRequest)
      return false
    }
    const n = shared.sent++
    shared.counted++
    const repeated = shared.kind.repeatEvery && n % shared.kind.repeatEvery === 0 && this.#previous !== ''
    if (!repeated) this.#previous = shared.kind.request(n, shared.token)
    this.#number = n
    this.connection.send(this.#previous)
    return true
  }
}

/** @returns {Promise<string>} */
export function firstToken(target, request) {
  return new Promise((resolve, reject) => {
    const connection = new Connection(
      target.host,
      target.port,
      (status, body) => {
        connection.close()
        if (status === 200) resolve(accessToken(body()))
        else reject(new Error(`no token: ${status} ${body().slice(0, 300)}`))
      },
      reject,
    )
    connection.open().then(() => connection.send(request), reject)
  })
}

const accessToken = (body) => JSON.parse(body).access_token
