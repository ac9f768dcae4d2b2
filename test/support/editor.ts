import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A source file, opened in the language server of TypeScript as an editor does. */
export interface Editor {
  /** The completions where `|` is in a line of the source. */
  complete(line: string): Promise<string[]>
  /** The hover text of the word where `|` is in a part of the source. */
  hover(part: string): Promise<string>
  /** The errors in the source, each with its line. */
  complaints(): Promise<{ line: string; message: string }[]>
  close(): Promise<void>
}

/** `source` is opened without the bars that mark positions in it. */
export async function openEditor(path: string, source: string): Promise<Editor> {
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const server = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (result: unknown) => void>()
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  let received = Buffer.alloc(0)
  server.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(received.subarray(0, head).toString())?.[1])
      const end = head + 4 + length
      if (head < 0 || received.length < end) return
      const { id, method, result } = JSON.parse(received.subarray(head + 4, end).toString())
      received = received.subarray(end)
      // The server's own requests, about the editor's abilities, get an empty answer.
      if (method === undefined) waiting.get(id)?.(result)
      else if (id !== undefined) send({ id, result: null })
    }
  })
  let questions = 0
  const ask = <T>(method: string, params?: object): Promise<T> =>
    new Promise((resolve) => {
      questions += 1
      waiting.set(questions, resolve as (result: unknown) => void)
      send({ id: questions, method, ...(params && { params }) })
    })

  const uri = pathToFileURL(path).href
  const text = source.replaceAll('|', '')
  /** The position of the bar of a part in the text. */
  const place = (part: string) => {
    const bar = part.indexOf('|')
    const before = text.slice(0, text.indexOf(part.replace('|', '')) + bar).split('\n')
    return { textDocument: { uri }, position: { line: before.length - 1, character: before.at(-1)?.length } }
  }
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} })
  send({ method: 'initialized', params: {} })
  send({
    method: 'textDocument/didOpen',
    params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
  })
  return {
    complete: async (line) => {
      const { items } = await ask<{ items: { label: string }[] }>('textDocument/completion', place(line))
      return items.map(({ label }) => label)
    },
    hover: async (part) => {
      const { contents } = await ask<{ contents: { value: string } }>('textDocument/hover', place(part))
      return contents.value
    },
    complaints: async () => {
      type Item = { severity: number; range: { start: { line: number } }; message: string }
      const { items } = await ask<{ items: Item[] }>('textDocument/diagnostic', { textDocument: { uri } })
      const lines = source.split('\n')
      // 1 is an error; there are also hints.
      const errors = items.filter(({ severity }) => severity === 1)
      return errors.map(({ range, message }) => ({ line: lines[range.start.line] ?? '', message }))
    },
    close: async () => {
      await ask('shutdown')
      const exit = once(server, 'exit')
      send({ method: 'exit' })
      await exit
    },
  }
}
