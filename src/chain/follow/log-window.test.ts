import { expect, test } from 'vitest'
import { createLogWindow } from './log-window.ts'

test('a window doubles while answers are small, up to its limit', () => {
  const window = createLogWindow({ first: 10, max: 70 })
  const sizes = Array.from({ length: 5 }, () => {
    window.took(window.blocks, 3)
    return window.blocks
  })
  expect(sizes).toEqual([20n, 40n, 70n, 70n, 70n])
})

test('a window shrinks until answers have a good size', () => {
  const window = createLogWindow({ first: 100, max: 1_000 })
  window.took(100n, 10_000)
  expect(window.blocks).toBe(10n)
  window.took(10n, 1_000)
  expect(window.blocks).toBe(10n)
})

test('a short piece at the end of a range does not enlarge it', () => {
  const window = createLogWindow({ first: 100, max: 1_000 })
  for (let turn = 0; turn < 50; turn++) window.took(3n, 0)
  expect(window.blocks).toBe(100n)
})

test("a node's lasting limit is tried less and less often", () => {
  const window = createLogWindow({ first: 1_000, max: 100_000 })
  let refused = 0
  for (let call = 0; call < 1_000; call++) {
    if (window.blocks > 800n) {
      refused += 1
      window.halve()
    } else {
      window.took(window.blocks, 0)
    }
  }
  expect(refused).toBeGreaterThan(3)
  expect(refused).toBeLessThan(80)
  for (let call = 0; call < 20; call++) window.halve()
  expect(window.blocks).toBe(1n)
})
