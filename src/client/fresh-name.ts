/** `label`, reduced to characters that fit an address, followed by ten random letters and digits. */
export function freshName(label: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const random = Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
  const fit = label.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${fit.slice(0, 50) || 'world'}-${random}`
}
