import { curlOf, execute } from './calls.browser.js'
import { tick } from './clock.browser.js'
import { composer } from './compose.browser.js'
import { searchBox } from './find.browser.js'
import { releaseLater } from './hold.browser.js'
import { goLive, refresh } from './live.browser.js'
import { copy, toast } from './page.browser.js'
import { palette } from './palette.browser.js'
import { roving } from './roving.browser.js'
import { snapshots } from './snapshot.browser.js'
import { tail } from './tail.browser.js'

/** Opens the page that an action leads to, or refreshes this one. */
async function done(source) {
  const { next } = source.dataset
  if (next) location.assign(next)
  else await refresh({ force: true }).catch(() => {})
  // A form that keeps its entries shows its result elsewhere on the page.
  const result = document.getElementById(source.dataset.shows ?? '')
  result?.scrollIntoView({ block: 'start' })
  result?.focus({ preventScroll: true })
}

async function act(source) {
  if (source.getAttribute('aria-busy') === 'true') return
  source.setAttribute('aria-busy', 'true')
  const succeeded = await execute(source).catch((error) => {
    toast('This cannot be sent', { failed: true, detail: error.message })
    return false
  })
  if (succeeded) {
    const place = source.closest('[data-live]')
    if (source.nodeName === 'FORM') {
      if (source.dataset.shows === undefined) source.reset()
      source.closest('details')?.removeAttribute('open')
      if (source.matches(':popover-open')) source.hidePopover()
    }
    await done(source)
    // The next action is not focused, so that a key that is held down does not use it.
    if (document.activeElement === document.body)
      (place?.querySelector('[tabindex="-1"]') ?? document.querySelector('#main')).focus({
        preventScroll: true,
      })
  }
  // Until here, because the page still shows an action that was executed until it is refreshed.
  source.removeAttribute('aria-busy')
}

document.addEventListener('click', (event) => {
  const button = event.target.closest?.('button')
  if (!button) return
  if (button.dataset.copy !== undefined) copy(button.dataset.copy, button.dataset.what || 'it')
  else if (button.dataset.curl !== undefined) {
    const source = button.dataset.curl === 'form' ? button.form : button.previousElementSibling
    try {
      copy(curlOf(source), 'the call as curl')
    } catch (error) {
      toast('This cannot be copied as curl', { failed: true, detail: error.message })
    }
  } else if (button.dataset.call) act(button)
})

document.addEventListener('submit', (event) => {
  if (event.target.dataset.world !== undefined) {
    event.preventDefault()
    location.assign(`/w/${encodeURIComponent(new FormData(event.target).get('name'))}/_emulator`)
    return
  }
  if (!event.target.dataset.call) return
  event.preventDefault()
  act(event.target)
})

/** Filters apply as soon as they change. */
document.addEventListener('change', (event) => {
  const { form } = event.target
  // Both ends of a range are chosen before it is applied.
  if (form?.matches('[data-filter]') && !event.target.closest('[popover]')) form.requestSubmit()
})

document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, select, textarea, [contenteditable]')
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const search = document.querySelector('[data-search]')
    if (!search) return
    event.preventDefault()
    search.focus()
    search.select()
  }
})

// On a phone the menu scrolls sideways.
const menu = document.querySelector('.side nav')
const current = menu?.querySelector('[aria-current]')
if (current) menu.scrollLeft = current.offsetLeft - menu.offsetLeft - menu.clientWidth / 2

searchBox()
composer()
snapshots()
tail()
palette()
tick()
releaseLater()
roving()
goLive()
// Only its own page needs it.
if (document.querySelector('#again')) import('./again.browser.js').then(({ again }) => again())
