import type { Emulator } from '../../emulator/emulator.ts'
import type { World } from '../../emulator/world.ts'
import type { Html } from './html.ts'

/** The input of a page. */
export interface View {
  world: World
  emulator: Emulator
  /** The prefix of the world in addresses: `/w/name`, or nothing. */
  base: string
  /** Origin and prefix of the world: the base URL for an integration. */
  origin: string
  /** Whether an open page asks for its live parts: what is not live can be left out. */
  isRefresh: boolean
  /** A parameter of the path; empty if there is none of that name. */
  param(name: string): string
}

/** The content of one screen. */
export interface Screen {
  /** Shown in the browser's tab. */
  title: string
  /** The entry of the menu that is marked as current. */
  menu?: string
  /** A further link at the top of the page, to what most people came for: the id of an element. */
  skip?: { label: string; to: string }
  content: Html
}
