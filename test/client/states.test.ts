import { expect, onTestFinished, test } from 'vitest'
import { createEmulator, EmulatorError } from '../../src/index.ts'

test('A client keeps snapshots by name, returns to them, and undoes what any client did', async () => {
  const emulator = await createEmulator()
  onTestFinished(() => emulator.close())
  const world = emulator.world('shop')
  const { state } = world
  await world.populate({ customers: 1, charges: 3 })
  const kept = await state.keep('three charges', { note: 'before the refunds' })
  expect(kept).toMatchObject({ name: 'three charges', note: 'before the refunds', charges: 3 })
  await expect(state.keep('three charges')).rejects.toThrow(EmulatorError)
  await state.keep('three charges', { replace: true })
  await world.reset()
  expect(await world.charges.list()).toEqual([])
  expect((await state.undo()).charges).toBe(3)
  await emulator.worlds.resetAll()
  expect(await emulator.worlds.undoResetAll()).toEqual(['shop'])
  expect(await world.charges.list()).toHaveLength(3)
  await world.reset()
  expect((await state.restore('three charges')).charges).toBe(3)
  expect(await state.list()).toMatchObject({ snapshots: [{ name: 'three charges', note: null }] })
  await state.remove('three charges')
  await expect(state.restore('three charges')).rejects.toThrow('no snapshot "three charges"')
})
