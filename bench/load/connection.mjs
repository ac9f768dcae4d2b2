import net from 'node:net'

/** What arrives is copied out of it at once, so all connections share it: thousands of them need no memory of their own. */
const buffer = Buffer.allocUnsafe(64 * 1024)

/**
 * One keep-alive HTTP/1.1 connection on a bare socket: one request at a time, parses only what it needs.
 * A general client costs about as much as the server under test, and would dominate the measurement.
 */
export class Connection {
  #host
  #port
  #socket
  #text = ''
  #busy = false
  #connected = false
  /** What to send once the connection is re-established. */
  #held = ''
  #onAnswer
  #onFailure
  reconnects = 0

  /**
   * @param {string} host @param {number} port
   * @param {(status: number, body: () => string) => void} onAnswer
   * @param {(error: Error, gone: boolean) => void} onFailure A request was lost; `gone`: the server too.
   */
  constructor(host, port, onAnswer, onFailure) {
    this.#host = host
    this.#port = port
    this.#onAnswer = onAnswer
    this.#onFailure = onFailure
  }

  /** @returns {Promise<void>} */
  open() {
    return new Promise((resolve, reject) => {
      this.#text = ''
      this.#busy = false
      const socket = net.connect({
        host: this.#host,
        port: this.#port,
        noDelay: true,
        onread: {
          buffer,
          callback: (length) => {
            this.#read(buffer.latin1Slice(0, length))
            return true
          },
        },
      })
      this.#socket = socket
      socket.once('connect', () => {
        this.#connected = true
        resolve()
      })
      socket.on('error', (error) => {
        if (!this.#connected) reject(error)
      })
      socket.on('close', () => this.#closed(socket))
    })
  }

  /** @param {string} request */
  send(request) {
    if (!this.#connected) {
      this.#held = request
      return
    }
    this.#busy = true
    this.#socket.write(request, 'latin1')
  }

  close() {
    this.#connected = false
    this.#socket?.destroy()
  }

  #closed(socket) {
    if (socket !== this.#socket || !this.#connected) return
    this.#connected = false
    const lost = this.#busy
    this.reconnects++
    this.open().then(
      () => {
        const held = this.#held
        this.#held = ''
        if (lost) this.#onFailure(new Error('the connection was closed during a request'), false)
        else if (held !== '') this.send(held)
      },
      (error) => this.#onFailure(error, true),
    )
  }

  #read(chunk) {
    this.#text = this.#text === '' ? chunk : this.#text + chunk
    const text = this.#text
    const headEnd = text.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const lengthAt = headerValue(text, headEnd)
    let bodyEnd
    if (lengthAt >= 0) {
      bodyEnd = headEnd + 4 + Number.parseInt(text.slice(lengthAt, lengthAt + 12), 10)
      if (text.length < bodyEnd) return
    } else {
      // Chunked: the last chunk ends the answer. No answer contains these five characters otherwise.
      if (!text.endsWith('0\r\n\r\n') && !text.startsWith('HTTP/1.1 204')) return
      bodyEnd = text.length
    }
    this.#text = ''
    this.#busy = false
    this.#onAnswer(Number.parseInt(text.slice(9, 12), 10), () => bodyOf(text, headEnd + 4, lengthAt < 0))
  }
}

/** Where the value of Content-Length begins, or -1. */
function headerValue(text, headEnd) {
  let at = text.indexOf('ontent-', 0)
  while (at >= 0 && at < headEnd) {
    const next = text.charCodeAt(at + 7) | 32
    if (next === 108 /* l of length */ && text[at + 13] === ':') return at + 14
    at = text.indexOf('ontent-', at + 7)
  }
  return -1
}

function bodyOf(text, start, chunked) {
  if (!chunked) return text.slice(start)
  let body = ''
  let at = start
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    if (!(size > 0)) return body
    body += text.slice(lineEnd + 2, lineEnd + 2 + size)
    at = lineEnd + 4 + size
  }
}
