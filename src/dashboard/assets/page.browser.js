/** Helpers of the other scripts. */

const { dataset } = document.body

/** The prefix of the world, `/w/name`, or nothing. */
export const base = dataset.base ?? ''

/** Whether the control interface requires a token. */
export const guarded = dataset.guarded === 'yes'

const announcer = document.querySelector('#announcer')
const toasts = document.querySelector('#toasts')

/** Announces a text to screen readers. */
export function say(text) {
  if (announcer) announcer.textContent = text
}

/** Creates an element with attributes and content; strings are text, never markup. */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...content)
  return made
}

/** Shows a message at the edge of the page; failures stay until closed. */
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

/** How long a call may take before its time is shown. Milliseconds. */
const quickMs = 700

/** Waits for a call; if it takes longer, shows for how long, with a button that cancels it. */
export async function inProgress(what, call) {
  const controller = new AbortController()
  const started = performance.now()
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  let shown
  let ticking
  const waiting = setTimeout(() => {
    const time = element('span', { class: 'num', 'aria-hidden': 'true' }, elapsed())
    const cancel = element('button', { type: 'button', class: 'plain' }, 'Cancel')
    cancel.addEventListener('click', () =>
      controller.abort(new Error(`You cancelled it after ${elapsed()}; the emulator may have executed it.`)),
    )
    const text = element(
      'div',
      {},
      element('strong', {}, 'Waiting for an answer '),
      time,
      element('p', {}, what),
    )
    shown = element('div', { class: 'toast', role: 'status' }, text, cancel)
    toasts?.prepend(shown)
    ticking = setInterval(() => time.replaceChildren(elapsed()), 100)
  }, quickMs)
  try {
    return await call(controller.signal)
  } finally {
    clearTimeout(waiting)
    clearInterval(ticking)
    shown?.remove()
  }
}

/** Copies a text, also where the clipboard API is not available (plain http, but not on localhost). */
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
      toast('The browser denied access to the clipboard', { failed: true, detail: text })
      return
    }
  }
  toast(`Copied ${what}`, { detail: text.length > 300 ? `${text.slice(0, 300)}…` : text })
}
