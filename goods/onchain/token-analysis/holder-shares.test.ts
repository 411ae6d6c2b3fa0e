import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { candidatesOf, maxCandidates, percentOf, sharesOf, type HolderEvidence } from './holder-shares.ts'

const account = (digit: string): Hex => `0x${digit.repeat(40)}`
const [token, rich, pool, bridge, vault] = ['1', '2', '3', '4', '5'].map(account) as [Hex, Hex, Hex, Hex, Hex]
const dead: Hex = '0x000000000000000000000000000000000000dead'

function shares(balances: readonly (readonly [Hex, bigint])[], changes: Partial<HolderEvidence> = {}) {
  const total = balances.reduce((sum, [, balance]) => sum + balance, 0n)
  return sharesOf({
    token,
    transfers: [{ from: account('0'), to: rich, value: total, block: 7 }],
    balances: new Map(balances),
    accountStates: new Map(balances.map(([holder, balance]) => [holder, { balance, isContract: holder === vault }])),
    totalSupply: total,
    pools: new Set([pool]),
    isBridge: (one) => one === bridge,
    ...changes,
  })
}
const told = (holdings: readonly { address: Hex; kind: string }[]) => holdings.map(({ address, kind }) => [address, kind])

describe('the holders of a token', () => {
  test('exclude pools, bridges and burnt tokens; contracts and the token itself count', () => {
    const spread = shares([
      [pool, 500n],
      [bridge, 200n],
      [dead, 100n],
      [vault, 90n],
      [rich, 60n],
      [token, 50n],
    ])
    expect(told(spread.largest)).toEqual([
      [vault, 'contract'],
      [rich, 'account'],
      [token, 'contract'],
    ])
    expect(told(spread.notCounted)).toEqual([
      [pool, 'pool'],
      [bridge, 'bridge'],
      [dead, 'burn'],
    ])
    expect([spread.held, spread.all, spread.count, spread.firstBlock]).toEqual([200n, 1_000n, 6, 7])
    expect(spread.contradicted).toBe(false)
  })

  test('have the balances that the token gives, where its events say otherwise', () => {
    const looks = new Map([[rich, { balance: 900n, isContract: false }]])
    const spread = shares([[rich, 100n]], { accountStates: looks, totalSupply: 1_000n })
    expect(spread.largest).toEqual([{ address: rich, balance: 900n, kind: 'account' }])
    expect(spread).toMatchObject({ held: 1_000n, contradicted: true })
  })

  test('are contradicted where the supply differs by more than 1 % from what the events add up to', () => {
    expect(shares([[rich, 1_000n]], { totalSupply: 1_009n }).contradicted).toBe(false)
    expect(shares([[rich, 1_000n]], { totalSupply: 1_020n }).contradicted).toBe(true)
    expect(shares([[rich, 1_000n]], { totalSupply: null }).contradicted).toBe(false)
  })

  test('never exceed 100 %, whatever supply the token claims', () => {
    expect(shares([[rich, 1_000n]], { totalSupply: 10n }).held).toBe(1_000n)
  })

  test('are listed up to ten', () => {
    const many = Array.from({ length: 60 }, (_, index) => [`0x${index.toString(16).padStart(40, 'a')}`, BigInt(index + 1)] as const)
    const spread = shares(many)
    expect(spread.largest.map(({ balance }) => balance)).toEqual([60n, 59n, 58n, 57n, 56n, 55n, 54n, 53n, 52n, 51n])
    expect(candidatesOf(new Map(many))).toHaveLength(maxCandidates)
    expect(spread.count).toBe(60)
  })
})

test('shares have two decimals, and a share of nothing is 0', () => {
  expect([percentOf(1n, 3n), percentOf(2n, 2n), percentOf(1n, 10_001n), percentOf(5n, 0n)]).toEqual([33.33, 100, 0, 0])
})
