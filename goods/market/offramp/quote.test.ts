import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { costBps, formatEur, quote } from './quote.ts'

const fees = { basisPoints: 50n, fixedEurCents: 10n }

test('100 USDC at 0.8906 with 50 basis points and 10 cents', () => {
  const quoted = quote(100_000_000n, 89_060_000n, fees)
  expect(quoted).toEqual({ grossEurCents: 8_906n, feeEurCents: 55n, feeUsdc: 617_562n, netEurCents: 8_851n })
  expect([quoted?.netEurCents ?? 0n, 5n, 120n].map(formatEur)).toEqual(['88.51', '0.05', '1.20'])
})

test('an amount below the fees has no quote; the first cent above them has one', () => {
  expect(quote(1n, 89_060_000n, fees)).toBeNull()
  expect(quote(110_000n, 100_000_000n, fees)).toBeNull()
  expect(quote(120_000n, 100_000_000n, fees)).toMatchObject({ grossEurCents: 12n, feeEurCents: 11n, netEurCents: 1n })
})

const amounts = fc.bigInt({ min: 1n, max: 10_000_000_000_000n })
const rates = fc.bigInt({ min: 1_000_000n, max: 1_000_000_000n })
const anyFees = fc.record({ basisPoints: fc.bigInt({ min: 0n, max: 10_000n }), fixedEurCents: fc.bigInt({ min: 0n, max: 100_000n }) })

test('for all amounts, rates and fees: gross = fees + net, fees never rounded down, net never rounded up', () => {
  const cent = 10n ** 12n
  fc.assert(
    fc.property(amounts, rates, anyFees, (usdc, rate, some) => {
      const quoted = quote(usdc, rate, some)
      if (!quoted) return
      const { grossEurCents, feeEurCents, feeUsdc, netEurCents } = quoted
      const exactGross = usdc * rate
      expect(grossEurCents).toBe(feeEurCents + netEurCents)
      expect(grossEurCents * cent <= exactGross && exactGross < (grossEurCents + 1n) * cent).toBe(true)
      expect(feeEurCents * 10_000n >= grossEurCents * some.basisPoints + some.fixedEurCents * 10_000n).toBe(true)
      expect(
        netEurCents * cent * 10_000n <= exactGross * (10_000n - some.basisPoints) - some.fixedEurCents * cent * 10_000n + cent * 10_000n,
      ).toBe(true)
      expect(netEurCents > 0n).toBe(true)
      expect(feeUsdc * rate >= feeEurCents * cent && feeUsdc <= usdc).toBe(true)
    }),
    { numRuns: runsOf(1_000) },
  )
})

test('for all amounts: a cent of net more never costs less, and net is never above what an exact calculation gives', () => {
  fc.assert(
    fc.property(amounts, amounts, rates, (one, other, rate) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      expect((quote(less, rate, fees)?.netEurCents ?? 0n) <= (quote(more, rate, fees)?.netEurCents ?? 0n)).toBe(true)
      const net = quote(more, rate, fees)?.netEurCents ?? 0n
      const exact = more * rate * 9_950n - fees.fixedEurCents * 10n ** 16n
      expect(net === 0n || net * 10n ** 16n <= exact).toBe(true)
    }),
    { numRuns: runsOf(1_000) },
  )
})

test('the whole cost is measured against the mid rate, and rounded up', () => {
  // 100 USDC at a mid of 0.9 are worth EUR 90; EUR 89.10 are paid out.
  expect(costBps(100_000_000n, 90_000_000n, 8_910n)).toBe(100)
  expect(costBps(100_000_000n, 90_000_001n, 8_910n)).toBe(100.01)
})
