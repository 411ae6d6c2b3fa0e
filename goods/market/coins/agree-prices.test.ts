import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreeOnPrice, maxSpread } from './agree-prices.ts'

const of = (...prices: number[]) => agreeOnPrice(prices.map((price, index) => ({ origin: String(index), price })))
const agreed = (...prices: number[]) => {
  const found = of(...prices)
  return found && [found.price, found.agreeing.length, found.others.length, found.spreadBps]
}

test.each([
  ['one price alone is the price, and has no spread', [100], [100, 1, 0, null]],
  ['of two that agree it is the mean', [100, 102], [101, 2, 0, 198]],
  ['of three that agree it is the median', [100, 102, 101], [101, 3, 0, 198]],
  ['one of three that does not agree has no say', [100, 60, 101], [100.5, 2, 1, 100]],
  ['of two groups the closer one counts', [100, 102.5, 103.5], [103, 2, 1, 97]],
])('%s', (_, prices, expected) => {
  expect(agreed(...prices)).toEqual(expected)
})

test('without a majority there is no price', () => {
  for (const prices of [
    [100, 104],
    [100, 110, 120],
    [100, 101, 120, 121],
  ]) {
    expect(of(...prices)).toBeNull()
  }
})

test('the price lies within those that agree, whatever the order and whatever less than half of them say', () => {
  const honest = fc.array(fc.double({ min: 100, max: 101, noNaN: true }), { minLength: 2, maxLength: 6 })
  const wrong = fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { maxLength: 5 })
  fc.assert(
    fc.property(honest, wrong, fc.nat(), (right, lies, turn) => {
      const told = [...right, ...lies.slice(0, right.length - 1)]
      const prices = [...told.slice(turn % told.length), ...told.slice(0, turn % told.length)]
      const found = of(...prices)!
      expect(found).not.toBeNull()
      // Lies that are near the truth may shift it, and no further than the origins may differ.
      expect(found.price).toBeGreaterThanOrEqual(100 / (1 + maxSpread))
      expect(found.price).toBeLessThanOrEqual(101 * (1 + maxSpread))
      expect(found.agreeing.length + found.others.length).toBe(prices.length)
    }),
  )
})
