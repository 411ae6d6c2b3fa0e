import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArena, skale, type Arena } from './arena.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { pairCases, singleCases, validCases, type Case } from './cases.ts'
import { compareAll } from './compare.ts'
import { plainGroups, plainTwists } from './all-twists.ts'
import { walletTwists } from './wallet-twists.ts'

/** How many payments are made of each kind. */
export interface Counts {
  readonly nothingWrong: number
  /** Per twist and version. */
  readonly oneThing: number
  readonly twoThings: number
  /** Per twist and version, by accounts with code. */
  readonly wallets: number
  readonly walletsAndMore: number
}

function inArena(id: NetworkId | undefined): { agree(cases: readonly Case[]): Promise<void> } {
  let arena: Arena
  beforeAll(async () => {
    arena = await openArena(id)
  })
  afterAll(() => arena?.close())
  return {
    async agree(cases) {
      expect(await compareAll(arena, cases)).toEqual([])
    },
  }
}

/** The official facilitator and we judge the same generated payments on the same chain. */
export function verdictSuite(seed: number, counts: Counts): void {
  const plain = {
    valid: validCases(seed, counts.nothingWrong),
    single: plainGroups.map(([about, twists]) => [about, singleCases(twists, seed, counts.oneThing)] as const),
    pairs: pairCases(plainTwists, plainTwists, seed, counts.twoThings),
  }
  const wallets = {
    single: singleCases(walletTwists, seed, counts.wallets),
    pairs: pairCases(walletTwists, plainTwists, seed, counts.walletsAndMore),
  }

  describe(`on generated payments of plain accounts (seed ${seed}) the official facilitator and we agree`, () => {
    const { agree } = inArena(undefined)
    test(`with nothing wrong: ${plain.valid.length}`, () => agree(plain.valid))
    for (const [about, cases] of plain.single) {
      test(`with one thing about ${about}, on verdict and reason: ${cases.length}`, () => agree(cases))
    }
    test(`with two things, on the verdict: ${plain.pairs.length}`, () => agree(plain.pairs))
  })

  describe(`on generated payments of accounts with code (seed ${seed}) the official facilitator and we agree`, () => {
    const { agree } = inArena(undefined)
    test(`on verdict and reason: ${wallets.single.length}`, () => agree(wallets.single))
    test(`with another thing about them, on the verdict: ${wallets.pairs.length}`, () => agree(wallets.pairs))
  })

  describe(`on a chain without Multicall3 (seed ${seed}) the official facilitator and we agree`, () => {
    const { agree } = inArena(skale)
    // Version 1 has no name for it, and its token no black list.
    const cases = singleCases(plainTwists, seed + 1, 3).filter(
      ({ version, twists }) => version === 2 && !twists.some((one) => one.uncollectable),
    )
    test(`on verdict and reason: ${cases.length}`, () => agree(cases))
  })
}
