import type { Request } from '../../http/operation.ts'
import type { Html } from './html.ts'

/** What every piece of a screen may look at. */
export interface View {
  world: Request<unknown, unknown>['world']
  emulator: Request<unknown, unknown>['emulator']
  /** The prefix of the world in addresses: `/w/name`, or nothing. */
  base: string
  /** Origin and prefix of the world, as an integration would be given it. */
  origin: string
  param(name: string): string
}

/** One screen: its title in the browser's tab, which entry of the menu it belongs to, and what stands in it. */
export interface Screen {
  title: string
  menu?: string
  content: Html
}
