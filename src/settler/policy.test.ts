import { describe, expect, test } from 'vitest'
import { networks } from '../chain/networks.ts'
import { canStillBeMined, collectMs, defaultPolicy as policy, graceMs, isClosed, pollMs } from './policy.ts'

const network = (slug: string) => networks.find((one) => one.slug === slug)!

describe('the pace of a network', () => {
  test('polls receipts at half a block within bounds', () => {
    expect(networks.map((one) => [one.slug, pollMs(policy, one)])).toEqual([
      ['base', 200],
      ['ethereum', 200],
      ['polygon', 200],
      ['arbitrum', 125],
      ['optimism', 200],
      ['skale', 200],
    ])
  })

  test('collects a first batch for 25 ms, and longer the more batches are unmined, up to an eighth of a block', () => {
    expect([0, 1, 2, 3, 4, 50].map((unmined) => collectMs(policy, network('base'), unmined))).toEqual([25, 50, 100, 200, 250, 250])
    expect(collectMs(policy, network('arbitrum'), 9)).toBeCloseTo(31.25)
    expect(collectMs(policy, network('ethereum'), 9)).toBe(250)
  })

  test('sends what arrives evenly over three seconds in few transactions', () => {
    let transactions = 0
    for (let at = 0, unmined = 0, block = 1000; at < 3_000;) {
      at += collectMs(policy, { ...network('base'), blockMs: 1_000 }, unmined)
      if (at >= block) {
        unmined = 0
        block += 1_000
      }
      unmined += 1
      transactions += 1
    }
    expect(transactions).toBeLessThanOrEqual(30)
  })
})

describe('the window of an authorization', () => {
  const now = 1_000_000
  test('is long enough to be mined while a block and two seconds fit before its end', () => {
    expect(canStillBeMined(policy, network('base'), 1_005n, now)).toBe(true)
    expect(canStillBeMined(policy, network('base'), 1_004n, now)).toBe(false)
    expect(canStillBeMined(policy, network('ethereum'), 1_014n, now)).toBe(false)
  })

  test('has closed only when its end has become final', () => {
    const seconds = (slug: string) => graceMs(policy, network(slug)) / 1000
    expect(seconds('base')).toBe(1204)
    expect(seconds('skale')).toBe(3)
    expect(isClosed(policy, network('skale'), 1_000n, 1_003_000)).toBe(false)
    expect(isClosed(policy, network('skale'), 1_000n, 1_003_001)).toBe(true)
  })
})
