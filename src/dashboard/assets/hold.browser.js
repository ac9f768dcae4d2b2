import { morph } from './morph.browser.js'
import { element } from './page.browser.js'

/** Touch screens have no pointer that rests on a row. */
const canHover = matchMedia('(hover: hover)')

/** The button above a list that is held, and what it shows when pressed. */
let button
let held

const rowsOf = (part) => [...part.querySelectorAll('tbody > [data-key]')]

/** Whether the pointer or the keyboard is on a row, which must not move. */
const isInUse = (part) =>
  (canHover.matches && (part.matches(':hover') || button?.matches(':hover'))) ||
  part.querySelector(':focus-visible') !== null

function drop() {
  button?.remove()
  button = undefined
  held = undefined
}

/** Shows what was held. */
function release() {
  if (!held) return
  const { part, next } = held
  drop()
  morph(part, next)
}

/**
 * Holds a list that is in use or paused: rows are updated where they are, and a button tells how many are new. Those of a paused
 * list are counted by the server, and stay even if they are gone there. Returns false for any other part of the page.
 */
export function holds(part, next) {
  if (part.id !== 'list') return false
  const rows = rowsOf(part)
  const isPaused = part.dataset.paused !== undefined && next.dataset.paused !== undefined
  if (rows.length === 0 || !(isPaused || isInUse(part))) {
    drop()
    return false
  }
  const fresh = new Map(rowsOf(next).map((row) => [row.dataset.key, row]))
  for (const row of rows) {
    const updated = fresh.get(row.dataset.key)
    if (!updated) continue
    fresh.delete(row.dataset.key)
    morph(row, updated.cloneNode(true))
  }
  if (isPaused) {
    drop()
    return true
  }
  held = { part, next }
  if (fresh.size > 0) {
    if (!button) {
      button = element('button', { type: 'button', class: 'held' })
      button.addEventListener('click', release)
      part.before(button)
    }
    button.textContent = `${fresh.size}${fresh.size === rowsOf(next).length ? ' or more' : ''} new`
  }
  return true
}

/** Shows what was held as soon as nothing is in use any more. */
export function releaseLater() {
  const look = () => setTimeout(() => held && !isInUse(held.part) && release())
  document.addEventListener('pointerleave', (event) => event.target === held?.part && look(), true)
  document.addEventListener('pointerout', (event) => event.target === button && look())
  document.addEventListener('focusout', look)
}
