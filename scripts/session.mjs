// Runs the shell session of the README against an emulator and writes its output below each block.
//
// usage: node scripts/session.mjs [URL]      rewrites README.md (default http://localhost:4290)

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const session = /(<!-- session:start -->\n)([\s\S]*?)(<!-- session:end -->)/
const block = /```sh\n([\s\S]*?)```\n(?:\n```json\n[\s\S]*?```\n)?/g
const documented = 'http://localhost:4290'
const mark = '--next block--'

/** The README with each block of its session followed by what it prints when run at `url`. */
export async function withOutput(readme, url) {
  const [whole, start, text, end] = session.exec(readme)
  const blocks = [...text.matchAll(block)].map((match) => match[1])
  // One shell for all blocks, because a block uses variables of earlier ones.
  const script = blocks.map((lines) => lines.replaceAll(documented, url)).join(`echo '${mark}'\n`)
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { timeout: 30_000 })
  const outputs = stdout.replaceAll(url, documented).split(`${mark}\n`)
  const filled = text.replace(block, (_block, lines) => {
    const output = outputs.shift()?.trimEnd()
    return `\`\`\`sh\n${lines}\`\`\`\n${output ? `\n\`\`\`json\n${output}\n\`\`\`\n` : ''}`
  })
  return readme.replace(whole, () => `${start}${filled}${end}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(
    'README.md',
    await withOutput(readFileSync('README.md', 'utf8'), process.argv[2] ?? documented),
  )
