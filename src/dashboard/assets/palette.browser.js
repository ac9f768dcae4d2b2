import { element, toast } from './page.browser.js'

/** How long after the last key a search begins, and how long after that its number of results is said. Milliseconds. */
const typingMs = 120
const sayMs = 700

const dialog = document.querySelector('#palette')

const controlsOf = (list) => [...list.querySelectorAll('a[href], button:not(.curl)')]

/** The buttons above the list of this page, whose names have all words. */
function ofThisPage(words) {
  const names = (button) => `This list: ${button.textContent}`
  return [...document.querySelectorAll('#tail button')]
    .filter((button) => words.every((word) => names(button).toLowerCase().includes(word)))
    .map((button) => {
      const same = element('button', { type: 'button' }, names(button))
      same.addEventListener('click', () => button.click())
      return element('li', {}, same, element('span', { class: 'unit' }, 'action'))
    })
}

/** The dialog that finds everything, opened by Ctrl-K or its button. */
export function palette() {
  const form = dialog.querySelector('form')
  const input = dialog.querySelector('input')
  const list = dialog.querySelector('[data-results]')
  const status = dialog.querySelector('[role="status"]')
  let typing
  let saying
  let asked
  let shownFor

  /** Says the number of results, once the tester has stopped typing. */
  function tell(count) {
    clearTimeout(saying)
    saying = setTimeout(() => {
      status.textContent = count === 1 ? '1 result' : `${count} results`
    }, sayMs)
  }

  async function find() {
    clearTimeout(typing)
    asked?.abort()
    asked = new AbortController()
    const q = input.value.trim()
    const { signal } = asked
    try {
      const answer = await fetch(`${form.action}?${new URLSearchParams({ q })}`, {
        headers: { accept: 'text/html', 'x-emulator-dashboard': 'refresh' },
        signal,
      })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const items = [...(page.querySelector('#found')?.children ?? [])]
      const own = ofThisPage(q.toLowerCase().split(/\s+/).filter(Boolean))
      const focused =
        list.contains(document.activeElement) && document.activeElement.closest('li').dataset.key
      list.replaceChildren(...items.slice(0, 1), ...own, ...items.slice(1))
      if (focused !== false)
        (controlsOf(list).find((control) => control.closest('li').dataset.key === focused) ?? input).focus()
      shownFor = q
      tell(items.length + own.length)
    } catch (error) {
      if (!signal.aborted)
        toast('Nothing can be found', { failed: true, detail: String(error.message ?? error) })
    }
  }

  function open() {
    if (dialog.open) return
    dialog.showModal()
    input.select()
    find()
  }

  /** Moves between the field and the results. */
  function move(by) {
    const stops = [input, ...controlsOf(list)]
    const at = stops.indexOf(document.activeElement)
    stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
  }

  input.addEventListener('input', () => {
    clearTimeout(typing)
    clearTimeout(saying)
    typing = setTimeout(find, typingMs)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (shownFor !== input.value.trim()) await find()
    controlsOf(list)[0]?.click()
  })
  dialog.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      // A search field would only be emptied.
      event.preventDefault()
      dialog.close()
    } else if (by) {
      event.preventDefault()
      move(by)
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) input.focus()
  })
  // An action is executed on the page below, where its result is shown.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target.closest('[data-results] button')) dialog.close()
  })
  dialog.addEventListener('close', () => {
    clearTimeout(saying)
    status.textContent = ''
  })
  document.addEventListener('click', (event) => {
    if (!event.target.closest?.('[data-palette]')) return
    event.preventDefault()
    open()
  })
  document.addEventListener('keydown', (event) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    open()
  })
}
