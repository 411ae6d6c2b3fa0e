import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRate } from '../../../src/sources/formats/decimal.ts'
import { deviationBps, judgePeg, priceOf } from './peg.ts'
import type { SourcePrice } from './peg.ts'

const one = parseRate('1')
const says = (...prices: (string | Partial<SourcePrice>)[]): SourcePrice[] =>
  prices.map((given, index) => ({
    source: `s${index}`,
    origin: `s${index}`,
    price: '1',
    fresh: true,
    ...(typeof given === 'string' ? { price: given } : given),
  }))
const judge = (...prices: (string | Partial<SourcePrice>)[]) => {
  const { depeg, reason } = judgePeg(says(...prices), one, 100)
  return depeg ?? reason
}

describe('the distance from the peg', () => {
  test.each([
    ['1', '1', 0],
    ['0.9999', '1', -1],
    ['1.0001', '1', 1],
    ['0.87', '1', -1_300],
    ['1.1221', '1.1225', -3.56],
    ['1.000000000000000001', '1', 0],
  ])('%s to %s is %d basis points', (price, peg, bps) => {
    expect(deviationBps(parseRate(price), parseRate(peg))).toBe(bps)
  })

  test('is right to a hundredth of a basis point for all prices', () => {
    const price = fc.integer({ min: 1, max: 3_000_000 })
    fc.assert(
      fc.property(price, price, (a, b) => {
        const exact = (a / b - 1) * 10_000
        expect(Math.abs(deviationBps(BigInt(a) * 10n ** 12n, BigInt(b) * 10n ** 12n) - exact)).toBeLessThan(0.0101)
      }),
    )
  })
})

describe('whether the peg is lost', () => {
  test.each([
    [['0.9999', '1.0002'], false],
    [['0.98', '0.985'], true],
    [['1.02', '1.03'], true],
    [['0.99', '0.99'], true],
    [['0.9901', '0.9901'], false],
    [['0.97', '1'], 'sources_disagree'],
    [['0.97', '1.03'], 'sources_disagree'],
    [['0.97', '0.97', '1'], true],
    [['0.97', '1', '1'], false],
    [['0.97', '0.97', '1', '1'], 'sources_disagree'],
    [['0.97'], 'one_source'],
    [['1'], 'one_source'],
    [[], 'no_price'],
  ] as const)('%j: %s', (prices, verdict) => {
    expect(judge(...prices)).toBe(verdict)
  })

  test('two sources that quote the same third one count as one', () => {
    expect(judge({ price: '0.9', origin: 'x' }, { price: '0.9', origin: 'x' })).toBe('one_source')
  })

  test('an old price does not count', () => {
    expect(judge('0.9', { price: '0.9', fresh: false })).toBe('one_source')
    expect(judge({ fresh: false }, { fresh: false })).toBe('one_source')
  })

  test('without the rate of its peg the answer is not known', () => {
    expect(judgePeg(says('1', '1'), null, 100)).toEqual({ depeg: null, reason: 'no_peg_rate' })
  })
})

test('the price is the median over different origins, of fresh prices if there are any', () => {
  const price = (...given: (string | Partial<SourcePrice>)[]) => priceOf(says(...given))
  expect(price()).toBeNull()
  expect(price('0.9', '1', '1.3')).toBe(parseRate('1'))
  expect(price('0.9', '1')).toBe(parseRate('0.95'))
  expect(price({ price: '0.9', origin: 'x' }, { price: '0.5', origin: 'x' }, '1')).toBe(parseRate('0.95'))
  expect(price('0.9', { price: '2', fresh: false })).toBe(parseRate('0.9'))
  expect(price({ price: '2', fresh: false })).toBe(parseRate('2'))
})
