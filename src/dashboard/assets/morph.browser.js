/** Updates one element to match another, changing only what differs: focus, scrolling and open details are preserved. */

/** Identifies a node among its siblings, so that a row that moved is moved and not recreated. */
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || '' : '')

/** Whether an element belongs to the browser's scripts and is not updated. */
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute('data-keep')

/** Attributes that the browser or these scripts set, and the server does not. */
const own = new Set(['open', 'hidden'])

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b)

function matchAttributes(from, to) {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !own.has(name)) from.removeAttribute(name)
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value && !own.has(name)) from.setAttribute(name, value)
}

/** Updates `from` to match `to`; calls `added` with every new keyed element. */
export function morph(from, to, added = () => {}) {
  if (isKept(from) && isKept(to)) return
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data
    return
  }
  matchAttributes(from, to)
  const keyed = new Map()
  for (const child of from.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child)
  let place = from.firstChild
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted)
    let match = key ? keyed.get(key) : undefined
    if (!key && place && alike(place, wanted)) match = place
    if (match && alike(match, wanted)) {
      if (match === place) place = place.nextSibling
      else from.insertBefore(match, place)
      morph(match, wanted, added)
    } else {
      const copy = document.importNode(wanted, true)
      from.insertBefore(copy, place)
      if (key) added(copy)
    }
  }
  while (place) {
    const next = place.nextSibling
    place.remove()
    place = next
  }
}
