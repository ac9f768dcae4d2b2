import { afterRefresh } from './live.browser.js'
import { say } from './page.browser.js'

/** Hides items that lack a word, and groups without items left; returns how many are found. */
function find(box) {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const group of document.querySelectorAll('[data-group]')) {
    let left = 0
    for (const item of group.querySelectorAll('[data-text]')) {
      item.hidden = !words.every((word) => item.dataset.text.includes(word))
      if (!item.hidden) left++
    }
    group.hidden = left === 0
    found += left
  }
  const nothing = document.querySelector('#nothing-found')
  if (nothing) nothing.hidden = found > 0
  return found
}

/** Keeps the words for the way back to this page. */
const keep = (box) => history.replaceState({ ...history.state, found: box.value }, '')

/** The search field that filters while typing. */
export function searchBox() {
  const box = document.querySelector('input[data-search="here"]')
  if (!box) return
  box.addEventListener('input', () => {
    say(`${find(box)} found`)
    keep(box)
  })
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    box.value = ''
    find(box)
    keep(box)
  })
  afterRefresh(() => find(box))
  // What was searched for before the tester followed a link and came back.
  box.value = history.state?.found ?? box.value
  if (box.value) find(box)
}
