import { expect, test } from 'vitest'
import type { Chain, Fees, NetworkId } from '../chain/chain.ts'
import { createSettlementCosts, settlementCost } from './settlement-cost.ts'

const gwei = 10n ** 9n

test('a settlement costs its gas at the price of the coin, rounded up to a base unit', () => {
  // 60,000 gas at 1 gwei are 0.00006 coins; at 3,000 USD a coin that is 0.18 USD.
  expect(settlementCost(gwei, 3_000_000_000n)).toBe(180_000n)
  expect(settlementCost(1n, 1n)).toBe(1n)
})

test('a network is too expensive while it costs more than the share of the price, and not where its cost is unknown', async () => {
  const network = (id: NetworkId, gasCoin: string, fees: Fees) =>
    [id, { network: { id, gasCoin }, suggestFees: async () => fees } as unknown as Chain] as const
  const costs = createSettlementCosts({
    chains: new Map([
      network('eip155:1', 'ETH', { kind: 'eip1559', maxFeePerGas: gwei, maxPriorityFeePerGas: 0n }),
      network('eip155:8453', 'ETH', { kind: 'eip1559', maxFeePerGas: gwei / 100n, maxPriorityFeePerGas: 0n }),
      network('eip155:1187947933', 'CREDIT', { kind: 'legacy', gasPrice: 1000n * gwei }),
    ]),
    coinPrice: async (coin) => (coin === 'ETH' ? 3_000_000_000n : null),
    maxShareBasisPoints: 5_000n,
  })
  expect(costs.isTooExpensive('eip155:1', 7_500n)).toBe(false)
  expect(await costs.refresh()).toEqual(['eip155:1187947933'])
  expect(costs.isTooExpensive('eip155:1', 7_500n)).toBe(true)
  expect(costs.isTooExpensive('eip155:1', 360_000n)).toBe(false)
  expect(costs.isTooExpensive('eip155:8453', 7_500n)).toBe(false)
  expect(costs.isTooExpensive('eip155:8453', 1_500n)).toBe(true)
  expect(costs.isTooExpensive('eip155:1187947933', 1n)).toBe(false)
})
