import { afterRefresh } from './live.browser.js'

/**
 * One Tab stop for each long list: the arrow keys move between its rows and between the controls of a row, Home and End go to
 * the first and the last row. Without scripts, every control is a Tab stop.
 */

const lists = '#catalogue, tbody, .jump, #clock'
const controls = 'a[href], button, summary, select, input'

/** Buttons of a row have keys, too. */
const isRow = (list, keyed) => {
  const outer = keyed.parentElement.closest('[data-key]')
  return outer === null || !list.contains(outer) || outer === list
}

const rowsOf = (list) => {
  const rows = [...list.querySelectorAll('[data-key]')].filter(
    (keyed) => isRow(list, keyed) && keyed.checkVisibility(),
  )
  return rows.length > 0 ? rows : [list]
}

const controlsOf = (row) =>
  [...row.querySelectorAll(controls)].filter((control) => !control.disabled && control.checkVisibility())

/** Leaves one control of a list in the order of Tab: the one that had it, or the first. */
function settle(list, chosen) {
  const all = [...list.querySelectorAll(controls)].filter((control) => control.closest(lists) === list)
  const usable = (control) => !control.disabled && control.checkVisibility()
  const here =
    chosen ?? all.find((control) => control.dataset.roving === 'here' && usable(control)) ?? all.find(usable)
  for (const control of all) {
    control.tabIndex = control === here ? 0 : -1
    if (control === here) control.dataset.roving = 'here'
    else delete control.dataset.roving
  }
}

const moves = {
  ArrowDown: { row: 1 },
  ArrowUp: { row: -1 },
  ArrowRight: { column: 1 },
  ArrowLeft: { column: -1 },
  Home: { row: Number.NEGATIVE_INFINITY },
  End: { row: Number.POSITIVE_INFINITY },
}

const within = (values, index) => values[Math.min(Math.max(index, 0), values.length - 1)]

/** The control that a key leads to. */
function target(list, control, { row = 0, column = 0 }) {
  const rows = rowsOf(list)
  const at = rows.findIndex((one) => one.contains(control))
  if (at < 0) return undefined
  const columns = controlsOf(rows[at])
  const place = columns.indexOf(control)
  // A list without rows is one row: all arrows move along it.
  if (rows.length === 1 && rows[0] === list) return within(columns, place + row + column)
  if (row === 0) return within(columns, place + column)
  return within(controlsOf(within(rows, at + row)), place)
}

const settleAll = () => {
  for (const list of document.querySelectorAll(lists)) settle(list)
}

/** Makes lists one Tab stop each. */
export function roving() {
  settleAll()
  afterRefresh(settleAll)
  document.addEventListener('keydown', (event) => {
    const move = moves[event.key]
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return
    const control = event.target.closest(controls)
    const list = control?.closest(lists)
    if (!list || control.matches('input, select')) return
    const next = target(list, control, move)
    if (!next) return
    event.preventDefault()
    settle(list, next)
    next.focus()
  })
  // The search hides items.
  document.addEventListener('input', (event) => event.target.matches('[data-search]') && settleAll())
  // A click or a jump may choose another one.
  document.addEventListener('focusin', (event) => {
    const list = event.target.matches?.(controls) && event.target.closest(lists)
    if (list && event.target.tabIndex < 0) settle(list, event.target)
  })
}
