import { Connection } from './connection.mjs'
import { requestsPerToken } from './requests.mjs'

/** What all lanes of a job share. */
export class Shared {
  token = ''
  sent = 0
  counted = 0
  nextTokenAt = requestsPerToken

  /** @param {import('./recorder.mjs').Recorder} recorder Where answers to what is sent from now on are counted. */
  constructor(target, kind, tokenRequest, recorder) {
    Object.assign(this, { target, kind, tokenRequest, recorder })
  }
}

/** One connection of a job: at most one request at a time. */
export class Lane {
  #shared
  #previous = ''
  #startedAt = 0
  #forToken = false
  #recorder

  /** @param {Shared} shared @param {(lane: Lane) => void} onFree */
  constructor(shared, onFree) {
    this.#shared = shared
    this.connection = new Connection(
      shared.target.host,
      shared.target.port,
      (status, body) => {
        if (this.#forToken) shared.token = accessToken(status, body())
        else this.#recorder.add(performance.now() - this.#startedAt, status, shared.kind.expect, body)
        this.#forToken = false
        onFree(this)
      },
      (error) => {
        this.#forToken = false
        this.#recorder?.fail(error.message)
        onFree(this)
      },
    )
  }

  /** Sends the next request, or a token request when it is time for one: then the answer is false. */
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
        resolve(accessToken(status, body()))
      },
      reject,
    )
    connection.open().then(() => connection.send(request), reject)
  })
}

function accessToken(status, body) {
  if (status !== 200) throw new Error(`no token: ${status} ${body.slice(0, 300)}`)
  return JSON.parse(body).access_token
}
