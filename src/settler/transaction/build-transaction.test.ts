import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fees, Network } from '../../chain/chain.ts'
import {
  bumped,
  capped,
  costGwei,
  fillerTransaction,
  gasLimit,
  replacement,
  settlementTransaction,
  storedFees,
  worstCostGwei,
  worstCostOfSigned,
} from './build-transaction.ts'
import { defaultPolicy as policy } from '../policy.ts'
import { createKeySigner } from '../signer.ts'

const base: Network = {
  id: 'eip155:8453',
  chainId: 8453,
  name: 'Base',
  slug: 'base',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  domain: { name: 'USD Coin', version: '2' },
  transactions: 'eip1559',
  blockMs: 2_000,
  confirmations: 1,
  finality: { kind: 'tag' },
  gasCoin: 'ETH',
}
const signer = createKeySigner(`0x${'21'.repeat(32)}`)
const gwei = 10n ** 9n
const fee = fc.bigInt({ min: 0n, max: 900n * gwei })
const eip1559: fc.Arbitrary<Fees> = fc
  .tuple(fee, fee)
  .map(([a, b]) => ({ kind: 'eip1559', maxFeePerGas: a > b ? a : b, maxPriorityFeePerGas: a > b ? b : a }))
const legacy: fc.Arbitrary<Fees> = fee.map((gasPrice) => ({ kind: 'legacy', gasPrice }))

describe('the gas limit', () => {
  test('of a full batch stays under what EIP-7825 allows a transaction', () => {
    expect(gasLimit(policy, base, { kind: 'batch', items: policy.batchSize })).toBeLessThan(2n ** 24n)
    const arbitrum = { ...base, id: 'eip155:42161' } as const
    expect(gasLimit(policy, arbitrum, { kind: 'batch', items: policy.batchSize })).toBeLessThan(2n ** 24n)
  })

  test('is what was measured, with margin', () => {
    expect(gasLimit(policy, base, { kind: 'alone' })).toBeGreaterThan(102_800n)
    expect(gasLimit(policy, base, { kind: 'batch', items: 10 })).toBeGreaterThan((545_000n * 11n) / 10n)
    expect(gasLimit(policy, base, { kind: 'filler' })).toBe(21_000n)
  })
})

describe('a fee bump', () => {
  test('raises both fees by at least an eighth, or is not made', () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(eip1559, eip1559), fc.tuple(legacy, legacy)), ([previous, suggested]) => {
        const before = storedFees(previous)
        const asked = storedFees(suggested)
        const fees = bumped(before, suggested, { feeCapGwei: 1_000n, bumpLimit: 4n })
        if (fees === null) {
          const atCap = before.maxFeePerGas * 9n > 8n * 999n * gwei
          const farAbove = before.maxFeePerGas > 4n * asked.maxFeePerGas && before.maxPriorityFeePerGas > 4n * asked.maxPriorityFeePerGas
          expect(atCap || farAbove).toBe(true)
          return
        }
        const after = storedFees(fees)
        expect(after.maxFeePerGas * 8n).toBeGreaterThanOrEqual(before.maxFeePerGas * 9n)
        expect(after.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(before.maxPriorityFeePerGas * 9n)
        expect(after.maxPriorityFeePerGas).toBeLessThanOrEqual(after.maxFeePerGas)
        expect(after.maxFeePerGas).toBeLessThanOrEqual(1_000n * gwei)
      }),
    )
  })

  test('goes to what the network asks when that is more', () => {
    const before = { maxFeePerGas: gwei, maxPriorityFeePerGas: gwei }
    expect(bumped(before, { kind: 'legacy', gasPrice: 40n * gwei }, policy)).toEqual({ kind: 'legacy', gasPrice: 40n * gwei })
    expect(bumped(before, { kind: 'legacy', gasPrice: 4_000n * gwei }, policy)).toEqual({ kind: 'legacy', gasPrice: 1_000n * gwei })
  })
})

describe('a transaction', () => {
  const fees: Fees = { kind: 'eip1559', maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: gwei }
  const call = { to: '0xca11bde05977b3631167028862be2a173976ca11', data: '0x12345678' } as const

  test('is replaced with the same call, nonce and gas at other fees', async () => {
    const unsigned = settlementTransaction(base, 7, call, 123_000n, fees)
    const { raw } = await signer.sign(unsigned)
    const dearer: Fees = { kind: 'eip1559', maxFeePerGas: 4n * gwei, maxPriorityFeePerGas: 2n * gwei }
    expect(replacement(base, raw, dearer)).toEqual({ ...unsigned, fees: dearer })
  })

  test('of nonce zero and legacy type is replaced as well', async () => {
    const unsigned = fillerTransaction({ ...base, transactions: 'legacy' }, 0, signer.address, 21_000n, { kind: 'legacy', gasPrice: gwei })
    const { raw } = await signer.sign(unsigned)
    expect(replacement(base, raw, { kind: 'legacy', gasPrice: 2n * gwei })).toEqual({
      ...unsigned,
      fees: { kind: 'legacy', gasPrice: 2n * gwei },
    })
  })

  test('costs at most its gas limit times its highest price', async () => {
    const unsigned = settlementTransaction(base, 7, call, 100_000n, fees)
    expect(worstCostGwei(unsigned)).toBe(300_000n)
    expect(worstCostOfSigned((await signer.sign(unsigned)).raw)).toBe(300_000n)
    const legacy = settlementTransaction(base, 7, call, 100_000n, { kind: 'legacy', gasPrice: gwei + 1n })
    expect(worstCostGwei(legacy)).toBe(100_001n)
    expect(worstCostOfSigned((await signer.sign(legacy)).raw)).toBe(100_001n)
    expect(costGwei({ gasUsed: 50_000n, effectiveGasPrice: gwei + 1n })).toBe(50_001n)
  })

  test('never asks for more than the cap', () => {
    expect(capped({ kind: 'legacy', gasPrice: 2_000n * gwei }, 1_000n)).toEqual({ kind: 'legacy', gasPrice: 1_000n * gwei })
    expect(capped(fees, 1_000n)).toEqual(fees)
  })
})
