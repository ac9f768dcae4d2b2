/** Makes one piece of the page like another one, touching only what differs: focus, scrolling and open details stay. */

/** What tells a node from its siblings, so that a row that moved is moved and not written anew. */
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || '' : '')

/** Whether the browser's own state of an element, such as a text that is being typed, is to be left alone. */
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute('data-keep')

/** Attributes that the browser or these scripts set, and the server does not know. */
const own = new Set(['open', 'hidden'])

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b)

function matchAttributes(from, to) {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !own.has(name)) from.removeAttribute(name)
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value && !own.has(name)) from.setAttribute(name, value)
}

/** Makes `from` like `to`; `added` is called with every keyed element that is new. */
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
