import { holds } from './hold.browser.js'
import { morph } from './morph.browser.js'
import { base, say, toast } from './page.browser.js'

/** Called after each refresh. */
const listeners = []
export const afterRefresh = (run) => listeners.push(run)

const indicator = document.querySelector('#live')
let source
let waiting
let refreshing = false
/** Whether something happened that the refresh in progress may not show. */
let outdated = false
/** Whether what the page is about was gone at the last refresh. */
let gone = false
/** Whether the next refresh needs what rarely changes, too: the catalogue of scenarios. */
let isWhole = false
/** The process that the page is from. */
let { run: shownRun } = document.body.dataset
/** The time between the end of a refresh and the next one. Milliseconds. */
let pause = 0
/** The shortest such time; for a list that is paused, or grows faster than one can read. */
const leastMs = 150
const calmMs = 2000
/** How many changes at once, in half a second, are too many to read. */
const crowd = 20
let isCrowded = false
/** How often the tester chose another part of a list: answers to earlier requests are dropped. */
let turn = 0
/** The address of what was chosen, until it is shown. */
let coming

/** Says how much is new, once in a while: not for every row. */
const announceMs = 10_000
const unsaid = new Map()
function announce(count, what) {
  if (count === 0) return
  if (unsaid.size === 0)
    setTimeout(() => {
      say([...unsaid].map(([name, number]) => `${number} new in ${name}`).join(', '))
      unsaid.clear()
    }, announceMs)
  unsaid.set(what, (unsaid.get(what) ?? 0) + count)
}

/**
 * Reloads the page in the background and updates the parts marked as live (or those that `wanted` selects). A list that is in
 * use keeps its rows in place unless `force` is set.
 */
export async function refresh({ address = coming ?? location.href, wanted, force = false } = {}) {
  const own = wanted === undefined && !isWhole ? { 'x-emulator-dashboard': 'refresh' } : {}
  if (wanted === undefined) isWhole = false
  const mine = turn
  const response = await fetch(address, { headers: { accept: 'text/html', ...own } })
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (mine !== turn) return
  if (!response.ok || gone) {
    // The shown value no longer exists, perhaps after a reset: show the page that says so. After a restore it is back.
    gone = !response.ok
    const instead = fresh.querySelector('#main')
    if (instead) document.querySelector('#main')?.replaceChildren(...instead.childNodes)
    return
  }
  for (const part of document.querySelectorAll(wanted ?? '[data-live]')) {
    const next = part.id && fresh.getElementById(part.id)
    if (!next || (!force && holds(part, next))) continue
    const count = morph(part, next)
    if (part.dataset.live) announce(count, part.dataset.live)
  }
  for (const run of listeners) run()
}

/** Shows another part of a list: its address is that of the page from then on. */
export async function show(address) {
  turn++
  coming = address
  try {
    await refresh({ force: true })
    if (coming !== address) return
    if (address !== location.href) history.pushState(null, '', address)
  } finally {
    if (coming === address) coming = undefined
  }
}

/** Schedules one refresh, however often it is called. */
export function refreshSoon() {
  if (document.hidden) return
  outdated = true
  if (!waiting && !refreshing) waiting = setTimeout(run, pause)
}

/** Resolves when the browser has laid out and painted what was changed. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

async function run() {
  waiting = undefined
  refreshing = true
  outdated = false
  const started = performance.now()
  const isPaused = document.querySelector('#list[data-paused]') !== null
  let least = isPaused || isCrowded ? calmMs : leastMs
  try {
    await refresh()
    await painted()
    if (source?.readyState === EventSource.OPEN) indicate('on')
  } catch {
    indicate('lost')
    outdated = true
    least = calmMs
  }
  refreshing = false
  // Refreshing takes a small part of the time, whatever the machine is busy with. The first one after a pause is immediate.
  pause = Math.min(Math.max(least, (performance.now() - started) * 20), 10_000)
  if (outdated) refreshSoon()
  else
    waiting = setTimeout(() => {
      waiting = undefined
      pause = 0
      if (outdated) refreshSoon()
    }, pause)
}

function indicate(state) {
  if (!indicator || indicator.dataset.state === state) return
  indicator.dataset.state = state
  indicator.textContent = { on: 'Live', lost: 'Reconnecting…', off: 'Paused' }[state]
}

/** The first event of a stream: the process may be another one, and what happened since the page was loaded is unknown. */
function greet({ data }) {
  const { instance, seed, started_at: startedAt } = JSON.parse(data)
  const run = `${instance} ${seed} ${startedAt}`
  if (run !== shownRun) {
    toast('The emulator was restarted', {
      detail: `This is another process (${instance}, seed ${seed}): the data of the previous one is gone.`,
    })
    shownRun = run
    isWhole = true
  }
  refreshSoon()
}

function connect() {
  source?.close()
  if (document.hidden) {
    indicate('off')
    return
  }
  source = new EventSource(`${base}/_emulator/stream?digest=true`)
  source.onerror = () => {
    indicate('lost')
    // The browser gives up on a response that is not a stream; try again later.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000)
  }
  source.addEventListener('hello', greet)
  source.addEventListener('changed', ({ data }) => {
    const counts = Object.values(JSON.parse(data)).filter(Number)
    isCrowded = counts.reduce((sum, count) => sum + count, 0) > crowd
    refreshSoon()
  })
  for (const kind of ['clock', 'missed', 'reset', 'closing']) source.addEventListener(kind, refreshSoon)
  source.addEventListener('scenarios', () => {
    isWhole = true
    refreshSoon()
  })
}

/** Keeps the page up to date while it is visible; a hidden page keeps no connection open. */
export function goLive() {
  connect()
  document.addEventListener('visibilitychange', connect)
  // Browsers do not keep pages with open connections for the way back.
  addEventListener('pagehide', () => source?.close())
  addEventListener('pageshow', ({ persisted }) => persisted && connect())
}
