import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainTwists } from './all-twists.ts'
import { openArena, skale, type Arena } from './arena.ts'
import { singleCases, validCases } from './cases.ts'
import { pairsOf, settleBoth } from './settle-both.ts'
import type { Twist } from './twist.ts'
import { walletTwists } from './wallet-twists.ts'

export interface SettlementCounts {
  readonly nothingWrong: number
  /** Pairs of payments per twist and version, one for each side. */
  readonly oneThing: number
  /** Whether each twist is tried in all of its versions, and not in one of them only. */
  readonly allVersions: boolean
}

/** What the official facilitator collects we collect too, and the other way round, each a payment of its own. */
export function settlementSuite(seed: number, { nothingWrong, oneThing, allVersions }: SettlementCounts): void {
  const repeatable = (twists: readonly Twist[]): Twist[] =>
    twists
      .filter(({ once }) => !once)
      .map((twist, index) => (allVersions ? twist : { ...twist, versions: [twist.versions[index % twist.versions.length]!] }))

  describe(`generated payments (seed ${seed})`, () => {
    let arena: Arena
    beforeAll(async () => {
      arena = await openArena()
    })
    afterAll(() => arena?.close())

    const plain = pairsOf([...validCases(seed, 2 * nothingWrong), ...singleCases(repeatable(plainTwists), seed, 2 * oneThing)])
    const wallets = pairsOf(singleCases(repeatable(walletTwists), seed, 2 * oneThing))
    test.each([
      ['plain accounts', plain],
      ['accounts with code', wallets],
    ])('of %s, what one side collects the other one does', async (_, pairs) => {
      const { complaints, collected } = await settleBoth(arena, pairs)
      expect(complaints).toEqual([])
      expect(collected).toBeGreaterThan(pairs.length / 3)
    })
  })

  describe(`generated payments on a chain without Multicall3 (seed ${seed})`, () => {
    let arena: Arena
    beforeAll(async () => {
      arena = await openArena(skale)
    })
    afterAll(() => arena?.close())

    const twists = plainTwists.filter(({ versions, uncollectable, once }) => versions.includes(2) && !uncollectable && !once)
    const pairs = pairsOf(
      singleCases(
        twists.map((twist) => ({ ...twist, versions: [2] })),
        seed,
        2 * oneThing,
      ),
    )
    test(`what one side collects the other one does: ${pairs.length}`, async () => {
      const { complaints, collected } = await settleBoth(arena, pairs)
      expect(complaints).toEqual([])
      expect(collected).toBeGreaterThan(pairs.length / 3)
    })
  })
}
