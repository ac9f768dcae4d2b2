import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

const scale = 6

/** A QR code of `text` as a black and white PNG, as a data URI. */
export function qrPng(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const width = size * scale
  const rowBytes = Math.ceil(width / 8)
  const pixels = Buffer.alloc((rowBytes + 1) * width)
  for (let y = 0; y < width; y++) {
    const row = y * (rowBytes + 1) + 1
    for (let x = 0; x < width; x++)
      // One bit a pixel; a set bit is white.
      if (!data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) {
        const index = row + (x >> 3)
        pixels[index] = (pixels[index] ?? 0) | (0x80 >> (x & 7))
      }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
