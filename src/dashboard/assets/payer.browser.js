/** What a payer's page does by itself: times run, texts are copied, and it follows what becomes of the payment. */

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
      // Without the right to the clipboard the text is marked, ready to be copied by hand.
      const text = button.previousElementSibling
      if (text) getSelection()?.selectAllChildren(text)
    }
  })

/** A payer waits on this page while somebody else, or the clock, ends the payment. */
const article = document.querySelector('[data-state]')
const look = async () => {
  if (document.hidden || document.activeElement?.closest('select, details')) return
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const state = page.querySelector('[data-state]')?.dataset.state
    if (state !== article.dataset.state) location.reload()
  } catch {
    // The emulator is away for a moment; the next look tells.
  }
}
if (article && !/^(succeeded|failed|voided)/.test(article.dataset.state)) setInterval(look, 2000)
