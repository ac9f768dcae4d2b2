import { asMerchantCurl } from './calls.browser.js'
import { afterRefresh, refresh } from './live.browser.js'
import { copy, say, toast } from './page.browser.js'
import { composed, run, showAgain } from './run.browser.js'

const form = document.querySelector('#composer')
const field = (name) => form.elements.namedItem(name)

const segments = () =>
  field('key')
    .value.split('&')
    .map((part) => part.trim())
    .filter(Boolean)

let asked
let turn = 0
/** The segments that the last change left: they do not change a payment method that was chosen since. */
let before = []

/** Puts the entries into the address, which Back returns to. */
function keepEntries() {
  const query = new URLSearchParams(new FormData(form))
  for (const [name, value] of [...query]) if (value === '') query.delete(name)
  const address = `${location.pathname}?${query}`
  history.replaceState(history.state, '', address)
  return address
}

/** Puts the composed key into the address, and refreshes its explanation. */
function explain(delay = 0) {
  clearTimeout(asked)
  before = segments()
  asked = setTimeout(async () => {
    const address = keepEntries()
    const mine = ++turn
    const wanted = '#explained, #parts, #catalogue, #give'
    await refresh({ address, wanted }).catch(() => {})
    if (mine === turn) say(document.querySelector('#explained')?.innerText.slice(0, 300) ?? '')
  }, delay)
}

/** What the catalogue says about a segment: `sets` and `suits` are lists; `any` if other methods are possible, too. */
function partOf(key) {
  const {
    sets = '',
    suits = '',
    any,
  } = document.querySelector(`button[data-add="${CSS.escape(key)}"]`)?.dataset ?? {}
  const listed = (text) => text.split(' ').filter(Boolean)
  return { sets: listed(sets), suits: listed(suits), any: any !== undefined }
}

/** Says below the fields what was changed besides what the tester chose. */
function tell(...sentences) {
  const place = document.querySelector('#adapted')
  place.textContent = sentences.filter(Boolean).join(' ')
  place.hidden = place.textContent === ''
}

/** Chooses a payment method that a segment is for; returns a sentence if it is another one. */
function adaptMethod(key) {
  const menu = field('pm')
  const { suits, any } = partOf(key)
  if (suits.length === 0 || suits.includes(menu.selectedOptions[0]?.dataset.type)) return ''
  const other = [...menu.options].find((option) => suits.includes(option.dataset.type))
  if (!other) return ''
  other.selected = true
  const others = any ? '; it works with any other, too' : ''
  return `The payment method is now ${other.text}, because ${key} is for ${suits.join(', ')}${others}.`
}

/** Adds a segment to the key or removes it. It replaces those that set the same thing. */
function toggle(key) {
  const now = segments()
  if (now.includes(key)) {
    field('key').value = now.filter((part) => part !== key).join('&')
    tell()
  } else {
    const { sets } = partOf(key)
    const replaced = now.filter((part) => partOf(part).sets.some((thing) => sets.includes(thing)))
    field('key').value = [...now.filter((part) => !replaced.includes(part)), key].join('&')
    const sentence = replaced.length > 0 ? `${key} replaces ${replaced.join(' and ')}.` : ''
    tell(sentence, adaptMethod(key))
  }
  explain()
}

/** Adds or removes what a menu offers; its first entry removes all of it. */
function choose(menu) {
  // It stands for all that are chosen.
  if (menu.value === '*') return
  if (menu.value !== '') return toggle(menu.value)
  const offered = [...menu.options].map((option) => option.value)
  field('key').value = segments()
    .filter((part) => !offered.includes(part))
    .join('&')
  tell()
  explain()
}

/** The composer of scenario keys: choose parts, explain while typing, copy, run. */
export function composer() {
  if (!form) return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (document.querySelector('#explained[data-refused]')) {
      toast('This key is refused', { failed: true, detail: document.querySelector('#explained').innerText })
      return
    }
    run(form)
  })
  showAgain(form)
  // Once used, a menu keeps its choice whatever its `selected` attribute says.
  afterRefresh(() => {
    for (const menu of form.querySelectorAll('select[data-part]'))
      menu.value = menu.querySelector('option[selected]')?.value ?? ''
  })
  before = segments()
  field('key').addEventListener('input', () => {
    tell(
      ...segments()
        .filter((part) => !before.includes(part))
        .map(adaptMethod),
    )
    explain(200)
  })
  form.addEventListener('change', (event) => {
    keepEntries()
    if (event.target.matches('select[data-part]')) choose(event.target)
    else if (event.target.name === 'pm') {
      tell()
      explain()
    }
  })
  document.addEventListener('click', (event) => {
    const add = event.target.closest?.('button[data-add]')
    if (add) toggle(add.dataset.add)
    const header = event.target.closest?.('button[data-copy-header]')
    if (header) copy(`X-Scenario-Key: ${field('key').value.trim()}`, 'the header')
    const curl = event.target.closest?.('button[data-copy-run]')
    if (curl) copy(asMerchantCurl(composed(form)), 'the request as curl')
  })
}
