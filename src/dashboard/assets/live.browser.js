import { morph } from './morph.browser.js'
import { base, say } from './page.browser.js'

/** Called after each refresh. */
const listeners = []
export const afterRefresh = (run) => listeners.push(run)

const indicator = document.querySelector('#live')
let source
let waiting
let refreshing = false
/** Whether what the page is about was gone at the last refresh. */
let gone = false
/** The shortest time between two refreshes, so that a busy world does not keep the browser busy. Milliseconds. */
let pause = 150

/** Reloads the page in the background and updates the parts marked as live (or those that `wanted` selects). */
export async function refresh({ address = location.href, wanted = '[data-live]' } = {}) {
  const response = await fetch(address, { headers: { accept: 'text/html' } })
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (!response.ok || gone) {
    // The shown value no longer exists, perhaps after a reset: show the page that says so. After a restore it is back.
    gone = !response.ok
    const instead = fresh.querySelector('#main')
    if (instead) document.querySelector('#main')?.replaceChildren(...instead.childNodes)
    return
  }
  for (const part of document.querySelectorAll(wanted)) {
    const next = part.id && fresh.getElementById(part.id)
    if (!next) continue
    let count = 0
    morph(part, next, (element) => {
      element.classList.add('fresh')
      count++
    })
    if (count > 0 && part.dataset.live) say(`${count} new in ${part.dataset.live}`)
  }
  for (const run of listeners) run()
}

/** Schedules one refresh, however often it is called. */
export function refreshSoon() {
  if (waiting || refreshing || document.hidden) {
    pause = Math.max(pause, 400)
    if (!waiting && refreshing) waiting = setTimeout(run, pause)
    return
  }
  waiting = setTimeout(run, pause)
}

async function run() {
  waiting = undefined
  refreshing = true
  const started = performance.now()
  try {
    await refresh()
  } catch {
    show('lost')
  }
  refreshing = false
  // Spend at most about a fifth of the time on refreshing.
  pause = Math.min(Math.max(150, (performance.now() - started) * 4), 5000)
}

function show(state) {
  if (!indicator || indicator.dataset.state === state) return
  indicator.dataset.state = state
  indicator.textContent = { on: 'Live', lost: 'Reconnecting…', off: 'Paused' }[state]
}

const kinds = ['saved', 'removed', 'request', 'clock', 'scenarios', 'missed', 'reset', 'closing']

function connect() {
  source?.close()
  if (document.hidden) {
    show('off')
    return
  }
  source = new EventSource(`${base}/_emulator/stream`)
  source.onopen = () => show('on')
  source.onerror = () => {
    show('lost')
    // The browser gives up on a response that is not a stream; try again later.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000)
  }
  for (const kind of kinds) source.addEventListener(kind, () => refreshSoon())
}

/** Keeps the page up to date while it is visible; a hidden page keeps no connection open. */
export function goLive() {
  connect()
  document.addEventListener('visibilitychange', () => {
    connect()
    if (document.hidden) source?.close()
    else refreshSoon()
  })
}
