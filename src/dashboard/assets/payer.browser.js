/** The script of payer pages: countdowns, copy buttons, and a reload when the payment changes. */

const two = (value) => String(value).padStart(2, '0')

function inMinutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const timer = document.querySelector('[data-left]')
if (timer?.dataset.mode === 'live') {
  const ends = performance.now() + Number(timer.dataset.left)
  setInterval(() => {
    timer.textContent = inMinutes(ends - performance.now())
  }, 500)
}

for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.textContent = 'Copied'
    } catch {
      // Without access to the clipboard, select the text so that the payer can copy it.
      const text = button.previousElementSibling
      if (text) getSelection()?.selectAllChildren(text)
    }
  })

/** A choice is sent once, and only when it has been on the page for a moment: a double click does not choose again. */
for (const form of document.querySelectorAll('form.choices')) {
  const buttons = [...form.querySelectorAll('button')]
  const disable = (disabled) => {
    for (const button of buttons) button.disabled = disabled
  }
  disable(true)
  setTimeout(() => disable(false), 500)
  // After the form was read: the value of the pressed button belongs to it.
  form.addEventListener('submit', () => setTimeout(() => disable(true)))
  // The browser shows the page as it was when the payer comes back to it.
  addEventListener('pageshow', ({ persisted }) => persisted && disable(false))
}

/** The clock, or another client, may end the payment. */
const article = document.querySelector('[data-state]')
const poll = async () => {
  if (document.hidden || document.activeElement?.closest('select, details')) return
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const state = page.querySelector('[data-state]')?.dataset.state
    if (state !== article.dataset.state) location.reload()
  } catch {
    // The emulator may be unavailable for a moment; the next poll tries again.
  }
}
if (article && !/^(succeeded|failed|voided)/.test(article.dataset.state)) setInterval(poll, 2000)
