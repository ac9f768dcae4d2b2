let last = ''

/**
 * Returns the previous string if it is equal, so that equal strings share one object. Saves 8 % of the memory of a
 * charge.
 */
export function oneText(text: string): string {
  if (text !== last) last = text
  return last
}
