import { show } from './live.browser.js'
import { say, toast } from './page.browser.js'

/** What the buttons above a list set, which its filters leave as it is. */
const kept = ['upto', 'since', 'own']

/** A second click on a button that now does the opposite is part of a double click. Milliseconds. */
const doubleMs = 500

/** The address of what a form and the pressed button ask for. */
function addressOf(form, button) {
  const query = new URLSearchParams(new FormData(form))
  const shown = new URLSearchParams(location.search)
  for (const name of kept) if (shown.has(name)) query.set(name, shown.get(name))
  if (button?.name) query.set(button.name, button.value)
  // What comes after a mark is followed.
  if (button?.name === 'since') query.delete('upto')
  for (const [name, value] of [...query]) if (value === '') query.delete(name)
  const search = String(query)
  return `${new URL(form.action).pathname}${search && '?'}${search}`
}

/** Sets the fields of a form to what the address says, after Back and Forward. */
function match(form) {
  const shown = new URLSearchParams(location.search)
  for (const field of form.elements)
    if (field.name && field.nodeName !== 'BUTTON') field.value = shown.get(field.name) ?? ''
}

/** Says how many rows a list has. */
const tell = () => say(document.querySelector('#list .pager span')?.textContent ?? 'No matches')

async function go(form, address) {
  await show(address).catch((error) =>
    toast('No response from the emulator', { failed: true, detail: String(error.message ?? error) }),
  )
  tell()
  // The pressed button may be gone.
  if (document.activeElement === document.body)
    (document.querySelector('#tail button') ?? form.querySelector('input')).focus({ preventScroll: true })
}

/** Lists change with their filters and the buttons above them, without a new page. */
export function tail() {
  const form = document.querySelector('form[data-filter]')
  if (!form) return
  let pressed
  let at = Number.NEGATIVE_INFINITY
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { submitter } = event
    if (submitter?.name && submitter === pressed && performance.now() - at < doubleMs) return
    pressed = submitter
    at = performance.now()
    document.querySelector('#range:popover-open')?.hidePopover()
    go(form, addressOf(form, submitter))
  })
  addEventListener('popstate', () => {
    match(form)
    go(form, location.href)
  })
}
