import { refreshSoon } from './live.browser.js'

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
]

/** `3_690_000` as `1h 1m`; the two largest units. */
export function inWords(ms) {
  if (ms <= 0) return 'now'
  const parts = []
  let rest = Math.ceil(ms / 1000) * 1000
  for (const [size, unit] of units) {
    const count = Math.floor(rest / size)
    if (count > 0 && parts.length < 2) parts.push(`${count}${unit}`)
    else if (parts.length > 0) break
    rest -= count * size
  }
  return parts.join(' ')
}

/** The world's time when the page was last updated, and the browser's time then. */
let seen = { text: '', now: 0, at: 0 }

/** The world's current time, as an estimate from these. Milliseconds. */
export function worldNow(clock) {
  const { now, mode } = clock.dataset
  if (seen.text !== now) seen = { text: now, now: Number(now), at: performance.now() }
  return mode === 'live' ? seen.now + (performance.now() - seen.at) : seen.now
}

let overdue = 0

function show() {
  const clock = document.querySelector('[data-now]')
  if (!clock) return
  const now = worldNow(clock)
  const iso = new Date(now).toISOString()
  for (const [part, text] of [
    ['date', iso.slice(0, 10)],
    ['time', iso.slice(11, 19)],
  ]) {
    const place = clock.querySelector(`[data-part="${part}"]`)
    if (place && place.textContent !== text) place.textContent = text
  }
  for (const place of document.querySelectorAll('[data-until]')) {
    const left = Number(place.dataset.until) - now
    const text = inWords(left)
    if (place.textContent !== text) place.textContent = text
    // The timer has probably fired by now: refresh once.
    if (left < -1500 && clock.dataset.mode === 'live' && overdue !== Number(place.dataset.until)) {
      overdue = Number(place.dataset.until)
      refreshSoon()
    }
  }
}

/** Keeps clocks and countdowns running. */
export function tick() {
  show()
  setInterval(show, 500)
}
