/** What the other scripts need to know of the page. */

const { dataset } = document.body

/** The prefix of the world, `/w/name`, or nothing. */
export const base = dataset.base ?? ''

/** Whether the control interface asks for a token. */
export const guarded = dataset.guarded === 'yes'

const announcer = document.querySelector('#announcer')
const toasts = document.querySelector('#toasts')

/** Tells people who listen to the page instead of looking at it. */
export function say(text) {
  if (announcer) announcer.textContent = text
}

/** An element with its attributes and what stands in it; texts are never taken for markup. */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...content)
  return made
}

/** Shows what came of something at the edge of the page; failures stay until they are closed. */
export function toast(text, { failed = false, detail = '', action } = {}) {
  if (!toasts) return
  const close = element('button', { type: 'button', class: 'quiet', 'aria-label': 'Close this message' }, '×')
  const shown = element(
    'div',
    { class: failed ? 'toast bad' : 'toast', role: failed ? 'alert' : 'status' },
    element('div', {}, element('strong', {}, text), ...(detail ? [element('p', {}, detail)] : [])),
    ...(action ? [action] : []),
    close,
  )
  close.addEventListener('click', () => shown.remove())
  toasts.prepend(shown)
  while (toasts.children.length > 4) toasts.lastElementChild?.remove()
  if (!failed) setTimeout(() => shown.remove(), 8000)
}

/** Puts a text on the clipboard, also where the page has no right to (plain http under another name than localhost). */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = element('textarea', { class: 'away', 'aria-hidden': 'true' })
    area.value = text
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    if (!done) {
      toast('The browser does not let this page use the clipboard', { failed: true, detail: text })
      return
    }
  }
  toast(`Copied ${what}`, { detail: text.length > 300 ? `${text.slice(0, 300)}…` : text })
}
