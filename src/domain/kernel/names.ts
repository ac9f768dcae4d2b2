/** FNV-1a over a text: the same 32 bits for the same text, in every process. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** The v3 id of something whose id is a text: derived from it, and fits programs that read 32 bits. */
export const hashedNumber = ({ id }: { id: string }): number => hash32(id) >>> 1

/** Picks one of `names` for an identifier: always the same one. */
export const nameFor = (names: readonly string[], identifier: string): string =>
  names[hash32(identifier) % names.length] ?? 'N/A'
