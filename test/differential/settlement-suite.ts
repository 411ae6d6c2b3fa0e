import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainMutations } from './all-mutations.ts'
import { openTestBed, skale, type TestBed } from './test-bed.ts'
import { singleCases, validCases } from './cases.ts'
import { pairsOf, settleBoth } from './settle-both.ts'
import type { Mutation } from './mutation.ts'
import { walletMutations } from './wallet-mutations.ts'

export interface SettlementCounts {
  readonly nothingWrong: number
  /** Pairs of payments per mutation and version, one for each side. */
  readonly oneThing: number
  /** Whether each mutation is tried in all of its versions instead of in one. */
  readonly allVersions: boolean
}

/** We collect what the official facilitator collects, and nothing else. Each side gets its own payment. */
export function settlementSuite(seed: number, { nothingWrong, oneThing, allVersions }: SettlementCounts): void {
  const repeatable = (mutations: readonly Mutation[]): Mutation[] =>
    mutations
      .filter(({ once }) => !once)
      .map((mutation, index) =>
        allVersions ? mutation : { ...mutation, versions: [mutation.versions[index % mutation.versions.length]!] },
      )

  describe(`generated payments (seed ${seed})`, () => {
    let testBed: TestBed
    beforeAll(async () => {
      testBed = await openTestBed()
    })
    afterAll(() => testBed?.close())

    const plain = pairsOf([...validCases(seed, 2 * nothingWrong), ...singleCases(repeatable(plainMutations), seed, 2 * oneThing)])
    const wallets = pairsOf(singleCases(repeatable(walletMutations), seed, 2 * oneThing))
    test.each([
      ['plain accounts', plain],
      ['accounts with code', wallets],
    ])('of %s, what one side collects the other one does', async (_, pairs) => {
      const { complaints, collected } = await settleBoth(testBed, pairs)
      expect(complaints).toEqual([])
      expect(collected).toBeGreaterThan(pairs.length / 3)
    })
  })

  describe(`generated payments on a chain without Multicall3 (seed ${seed})`, () => {
    let testBed: TestBed
    beforeAll(async () => {
      testBed = await openTestBed(skale)
    })
    afterAll(() => testBed?.close())

    const mutations = plainMutations.filter(({ versions, uncollectable, once }) => versions.includes(2) && !uncollectable && !once)
    const pairs = pairsOf(
      singleCases(
        mutations.map((mutation) => ({ ...mutation, versions: [2] })),
        seed,
        2 * oneThing,
      ),
    )
    test(`what one side collects the other one does: ${pairs.length}`, async () => {
      const { complaints, collected } = await settleBoth(testBed, pairs)
      expect(complaints).toEqual([])
      expect(collected).toBeGreaterThan(pairs.length / 3)
    })
  })
}
