import { reasonOf } from './calls.browser.js'
import { base, element, toast } from './page.browser.js'

/** Saves the world as a file, and restores it from one. */
export function snapshots() {
  const save = document.querySelector('[data-snapshot]')
  save?.addEventListener('click', async () => {
    const response = await fetch(`${base}/_emulator/state`)
    if (!response.ok) {
      toast('No snapshot was made', { failed: true, detail: await reasonOf(response) })
      return
    }
    const address = URL.createObjectURL(await response.blob())
    const link = element('a', { href: address, download: save.dataset.snapshot })
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
    toast('The snapshot was saved', { detail: save.dataset.snapshot })
  })
  const file = document.querySelector('input[data-restore]')
  file?.addEventListener('change', async () => {
    const chosen = file.files?.[0]
    file.value = ''
    if (!chosen) return
    const response = await fetch(`${base}/_emulator/state`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: await chosen.text(),
    })
    if (response.ok) {
      toast('The world was restored', { detail: `from ${chosen.name}` })
      setTimeout(() => location.reload(), 800)
    } else
      toast(`${chosen.name} was refused; nothing was changed`, {
        failed: true,
        detail: await reasonOf(response),
      })
  })
}
