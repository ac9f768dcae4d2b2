import type { World } from '../../emulator/world.ts'

export interface PayerView {
  world: World
  base: string
  qrCode(text: string): string
}
