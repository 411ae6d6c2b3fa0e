import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBed, skale, type TestBed } from './test-bed.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { pairCases, singleCases, validCases, type Case } from './cases.ts'
import { compareAll } from './compare.ts'
import { plainGroups, plainMutations } from './all-mutations.ts'
import { walletMutations } from './wallet-mutations.ts'

/** How many payments are made of each kind. */
export interface Counts {
  readonly nothingWrong: number
  /** Per mutation and version. */
  readonly oneThing: number
  readonly twoThings: number
  /** Per mutation and version, by accounts with code. */
  readonly wallets: number
  readonly walletsAndMore: number
}

function inTestBed(id: NetworkId | undefined): { agree(cases: readonly Case[]): Promise<void> } {
  let testBed: TestBed
  beforeAll(async () => {
    testBed = await openTestBed(id)
  })
  afterAll(() => testBed?.close())
  return {
    async agree(cases) {
      expect(await compareAll(testBed, cases)).toEqual([])
    },
  }
}

/** The official facilitator and our gate judge the same generated payments on the same chain. */
export function verdictSuite(seed: number, counts: Counts): void {
  const plain = {
    valid: validCases(seed, counts.nothingWrong),
    single: plainGroups.map(([about, mutations]) => [about, singleCases(mutations, seed, counts.oneThing)] as const),
    pairs: pairCases(plainMutations, plainMutations, seed, counts.twoThings),
  }
  const wallets = {
    single: singleCases(walletMutations, seed, counts.wallets),
    pairs: pairCases(walletMutations, plainMutations, seed, counts.walletsAndMore),
  }

  describe(`on generated payments of plain accounts (seed ${seed}) the official facilitator and we agree`, () => {
    const { agree } = inTestBed(undefined)
    test(`with nothing wrong: ${plain.valid.length}`, () => agree(plain.valid))
    for (const [about, cases] of plain.single) {
      test(`with one thing about ${about}, on verdict and reason: ${cases.length}`, () => agree(cases))
    }
    test(`with two things, on the verdict: ${plain.pairs.length}`, () => agree(plain.pairs))
  })

  describe(`on generated payments of accounts with code (seed ${seed}) the official facilitator and we agree`, () => {
    const { agree } = inTestBed(undefined)
    test(`on verdict and reason: ${wallets.single.length}`, () => agree(wallets.single))
    test(`with another thing about them, on the verdict: ${wallets.pairs.length}`, () => agree(wallets.pairs))
  })

  describe(`on a chain without Multicall3 (seed ${seed}) the official facilitator and we agree`, () => {
    const { agree } = inTestBed(skale)
    // Version 1 has no name for this chain, and its token has no blacklist.
    const cases = singleCases(plainMutations, seed + 1, 3).filter(
      ({ version, mutations }) => version === 2 && !mutations.some((one) => one.uncollectable),
    )
    test(`on verdict and reason: ${cases.length}`, () => agree(cases))
  })
}
