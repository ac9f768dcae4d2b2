/** Updates one element to match another, changing only what differs: focus, scrolling and open details are preserved. */

/**
 * Identifies a node among its siblings, so that a row that moved is moved and not recreated. A button or form that makes a
 * call is identified by that call and its step: the button of one action never becomes that of another.
 */
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return ''
  const { key, call, url, step = '' } = node.dataset
  if (node.id || key) return node.id || key
  if (!call) return ''
  return [call, url, step, node.nodeName === 'BUTTON' ? node.textContent : ''].join(' ')
}

/** Whether an element belongs to the browser's scripts and is not updated. */
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute('data-keep')

/** Attributes that the browser or these scripts set, and the server does not. */
const own = new Set(['open', 'hidden', 'disabled', 'aria-busy', 'data-roving'])

/** How long an action is on the page before it can be used, so that a double click cannot hit it. Milliseconds. */
const settleMs = 500

/** Disables the buttons of new actions until they have been on the page for a moment. */
function settle(added) {
  const buttons = [
    ...added.querySelectorAll('button[data-call], form[data-call] button:not([type="button"])'),
  ]
  if (added.matches('button[data-call]')) buttons.push(added)
  for (const button of buttons) button.disabled = true
  if (buttons.length > 0)
    setTimeout(() => {
      for (const button of buttons) button.disabled = false
    }, settleMs)
}

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b)

function matchAttributes(from, to) {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !own.has(name)) from.removeAttribute(name)
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value && !own.has(name)) from.setAttribute(name, value)
}

/** Updates `from` to match `to`; returns how many keyed elements are new. */
export function morph(from, to) {
  if (isKept(from) && isKept(to)) return 0
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data
    return 0
  }
  // Most of a page is the same as before.
  if (from.isEqualNode(to)) return 0
  matchAttributes(from, to)
  let added = 0
  const keyed = new Map()
  for (const child of from.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child)
  let place = from.firstChild
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted)
    let match = key ? keyed.get(key) : undefined
    if (!key && place && alike(place, wanted)) match = place
    if (match && alike(match, wanted)) {
      keyed.delete(key)
      if (match === place) place = place.nextSibling
      else from.insertBefore(match, place)
      added += morph(match, wanted)
    } else {
      const copy = document.importNode(wanted, true)
      from.insertBefore(copy, place)
      if (copy.nodeType === Node.ELEMENT_NODE) settle(copy)
      if (copy.dataset?.key) added++
    }
  }
  while (place) {
    const next = place.nextSibling
    place.remove()
    place = next
  }
  return added
}
