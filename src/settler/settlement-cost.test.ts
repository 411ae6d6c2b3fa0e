import { describe, expect, test } from 'vitest'
import { RpcUnreachable, type Chain, type Fees, type NetworkId } from '../chain/chain.ts'
import { createSettlementCosts, type SettlementCostParts } from './settlement-cost.ts'

const gwei = 10n ** 9n
const usd = 1_000_000n
const base: NetworkId = 'eip155:8453'
const ethereum: NetworkId = 'eip155:1'
const skale: NetworkId = 'eip155:1187947933'

interface World {
  fees: Fees
  /** Answer of the price feed, and of the GasPriceOracle. */
  feed: string
  oracle: string
  down: boolean
}

function setUp(changes: Partial<SettlementCostParts> = {}) {
  const clock = { at: 1_795_000_000_000, now: () => clock.at }
  const world: World = {
    fees: { kind: 'eip1559', maxFeePerGas: 2n * gwei, maxPriorityFeePerGas: 0n },
    feed: '0x',
    oracle: '0x',
    down: false,
  }
  const chain = (id: NetworkId, gasCoin: string, more: object = {}) =>
    [
      id,
      {
        network: { id, gasCoin, ...more },
        rpc: { call: async (_method: string, [{ to }]: [{ to: string }]) => (to.startsWith('0x42') ? world.oracle : world.feed) },
        suggestFees: async () => {
          if (world.down) throw new RpcUnreachable('down')
          return world.fees
        },
      } as unknown as Chain,
    ] as const
  const costs = createSettlementCosts({
    chains: new Map([chain(ethereum, 'ETH', { coinFeed: '0x5f' }), chain(base, 'ETH', { dataFee: true }), chain(skale, 'CREDIT')]),
    clock,
    coinPrice: async (coin) => (coin === 'ETH' ? 3_000n * usd : null),
    priceCeilings: new Map(),
    maxShareBasisPoints: 5_000n,
    ...changes,
  })
  return { clock, world, costs }
}

/** What a feed answers: round, price with 8 decimals, start, time, round. */
const feedAnswer = (price: bigint, at: number) =>
  `0x${[1n, BigInt.asUintN(256, price), 0n, BigInt(Math.floor(at / 1000)), 1n].map((word) => word.toString(16).padStart(64, '0')).join('')}`

describe('a network is too expensive', () => {
  test('while one payment alone, at the fee that is expected, costs more than its share of the price', async () => {
    const { costs } = setUp()
    await costs.refresh()
    // 103,000 gas at 1 gwei are 0.000103 coins; at 3,000 USD a coin that is 0.309 USD.
    expect(costs.figures(base)).toMatchObject({ perPayment: 309_000n, maxFeePerGas: 2n * gwei, coinPrice: 3_000n * usd })
    expect(costs.isTooExpensive(base, 618_000n)).toBe(false)
    expect(costs.isTooExpensive(base, 617_999n)).toBe(true)
  })

  test('while its cost is unknown: before the first answer, without a price of its coin, or with figures of long ago', async () => {
    const { costs, clock, world } = setUp()
    expect([ethereum, base, skale].map((id) => costs.isTooExpensive(id, 10n ** 12n))).toEqual([true, true, true])
    expect(await costs.refresh()).toEqual([skale])
    expect([ethereum, base, skale].map((id) => costs.isTooExpensive(id, 10n ** 12n))).toEqual([false, false, true])
    world.down = true
    clock.at += 299_000
    expect(await costs.refresh()).toEqual([skale])
    expect(costs.isTooExpensive(base, 10n ** 12n)).toBe(false)
    clock.at += 1_000
    expect(await costs.refresh()).toEqual([ethereum, base, skale])
    expect(costs.isTooExpensive(base, 10n ** 12n)).toBe(true)
    expect(costs.wasTooExpensive(base, 10n ** 12n)).toBe(true)
  })

  test('not where a ceiling is set for the price of its coin', async () => {
    const { costs } = setUp({ priceCeilings: new Map([['CREDIT', usd / 10n]]) })
    expect(await costs.refresh()).toEqual([])
    expect(costs.figures(skale)?.coinPrice).toBe(usd / 10n)
    expect(costs.isTooExpensive(skale, 1_000n)).toBe(false)
  })
})

describe('the price of a coin', () => {
  test('is that of the feed on the network, if it is of today', async () => {
    const { costs, clock, world } = setUp()
    world.feed = feedAnswer(244_809_306_508n, clock.at - 3_600_000)
    await costs.refresh()
    expect(costs.figures(ethereum)?.coinPrice).toBe(2_448_093_066n)
    expect(costs.figures(base)?.coinPrice).toBe(3_000n * usd)
    for (const useless of [
      feedAnswer(244_809_306_508n, clock.at - 26 * 3_600_000),
      feedAnswer(0n, clock.at),
      feedAnswer(-5n, clock.at),
      '0x12',
    ]) {
      world.feed = useless
      await costs.refresh()
      expect(costs.figures(ethereum)?.coinPrice).toBe(3_000n * usd)
    }
  })
})

describe('the cost of a payment', () => {
  test('includes what a rollup takes for data', async () => {
    const { costs, world } = setUp()
    world.oracle = `0x${(10n ** 14n).toString(16).padStart(64, '0')}`
    await costs.refresh()
    expect(costs.figures(base)?.perPayment).toBe(309_000n + 300_000n)
    expect(costs.figures(ethereum)?.perPayment).toBe(309_000n)
  })

  test('follows what settlements really used', async () => {
    const { costs } = setUp()
    for (let batches = 0; batches < 60; batches++) costs.observe(base, { gasUsed: 5_100_000n, dataFee: 100n * 10n ** 13n }, 100)
    costs.observe(base, { gasUsed: 30_000_000n }, 0)
    await costs.refresh()
    const { perPayment } = costs.figures(base)!
    expect(Number(perPayment)).toBeGreaterThan(51_000 * 3 + 30_000 - 1)
    expect(Number(perPayment)).toBeLessThan(53_000 * 3 + 31_000)
    for (let alone = 0; alone < 60; alone++) costs.observe(base, { gasUsed: 86_000n }, 1)
    await costs.refresh()
    expect(Number(costs.figures(base)!.perPayment)).toBeGreaterThan(250_000)
  })
})

describe('terms of a short while ago', () => {
  test('are honoured for two minutes after the network became too expensive, and no longer', async () => {
    const { costs, clock, world } = setUp()
    const price = 700_000n
    await costs.refresh()
    clock.at += 60_000
    world.fees = { kind: 'eip1559', maxFeePerGas: 20n * gwei, maxPriorityFeePerGas: 0n }
    await costs.refresh()
    expect([costs.isTooExpensive(base, price), costs.wasTooExpensive(base, price)]).toEqual([true, false])
    for (let seconds = 0; seconds < 120; seconds += 30) {
      expect(costs.wasTooExpensive(base, price)).toBe(false)
      clock.at += 30_000
      await costs.refresh()
    }
    expect(costs.wasTooExpensive(base, price)).toBe(true)
  })
})
