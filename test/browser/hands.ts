import type { Browser, Locator, Page } from 'playwright-core'

/** A way to use a page: it counts what the tester does. */
export interface Hand {
  /** How many clicks, taps, or keys that do something there were; not the characters typed, and not the way to a control. */
  readonly count: number
  press(control: Locator): Promise<void>
  choose(menu: Locator, label: string): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** Opens the dialog that finds everything, and searches. */
  find(text: string): Promise<void>
}

/** A kind of hand, and how its browser is set up. */
export interface Kind {
  context: Parameters<Browser['newContext']>[0]
  on(page: Page): Hand
}

const results = (page: Page): Locator => page.locator('#palette').getByText(/^\d+ results?$/)

abstract class Counting implements Hand {
  count = 0
  protected readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  abstract press(control: Locator): Promise<void>
  abstract choose(menu: Locator, label: string): Promise<void>
  abstract type(field: Locator, text: string): Promise<void>

  async find(text: string): Promise<void> {
    await this.press(this.page.getByRole('button', { name: /^Find or do/ }))
    await this.page.keyboard.type(text)
    await results(this.page).waitFor()
  }
}

class Mouse extends Counting {
  async press(control: Locator): Promise<void> {
    this.count++
    await control.click()
  }

  async choose(menu: Locator, label: string): Promise<void> {
    this.count++
    await menu.selectOption({ label })
  }

  async type(field: Locator, text: string): Promise<void> {
    this.count++
    await field.fill(text)
  }
}

class Finger extends Mouse {
  override async press(control: Locator): Promise<void> {
    this.count++
    await control.tap()
  }
}

/** How many keys may lead to a control at most. */
const longestWay = 150

/** Uses no pointer: Tab goes to a control, arrows along a list, and Enter presses it. */
class Keyboard extends Counting {
  async press(control: Locator): Promise<void> {
    await this.#reach(control)
    this.count++
    await this.page.keyboard.press('Enter')
  }

  async choose(menu: Locator, label: string): Promise<void> {
    await this.#reach(menu)
    this.count++
    await this.page.keyboard.type(label)
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.#reach(field)
    this.count++
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  override async find(text: string): Promise<void> {
    this.count++
    await this.page.keyboard.press('Control+k')
    await this.page.keyboard.type(text)
    await results(this.page).waitFor()
  }

  async #reach(control: Locator): Promise<void> {
    await control.waitFor()
    // A new action cannot be used for half a second.
    while (await control.isDisabled()) await this.page.evaluate('new Promise(requestAnimationFrame)')
    for (let keys = 0; keys < longestWay; keys++) {
      const where = await control.evaluate((element) => {
        const here = element.ownerDocument.activeElement
        if (here === element) return 'here'
        if (element.closest('dialog')) return 'ArrowDown'
        if (!here?.closest('#catalogue, tbody, .jump, #clock')?.contains(element)) return 'Tab'
        // 4 is DOCUMENT_POSITION_FOLLOWING.
        const isBelow = (here.compareDocumentPosition(element) & 4) > 0
        // Buttons of a row have keys, too.
        const rowOf = (inner: typeof element): typeof element | null => {
          const keyed = inner.closest('[data-key]')
          const outer = keyed?.parentElement && rowOf(keyed.parentElement)
          return outer ?? keyed
        }
        const row = rowOf(here)
        if (!row || row === rowOf(element)) return isBelow ? 'ArrowRight' : 'ArrowLeft'
        return isBelow ? 'ArrowDown' : 'ArrowUp'
      })
      if (where === 'here') return
      await this.page.keyboard.press(where)
    }
    throw new Error(`${control} is not reached with ${longestWay} keys`)
  }
}

export const hands: Record<string, Kind> = {
  'with a mouse': { context: {}, on: (page) => new Mouse(page) },
  'with the keyboard alone': { context: {}, on: (page) => new Keyboard(page) },
  'on a phone': {
    context: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
    on: (page) => new Finger(page),
  },
}
