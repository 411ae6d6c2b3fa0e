import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allTwists } from './all-twists.ts'
import { openArena, type Arena } from './arena.ts'
import { pay, singleCases, validCases, type Case } from './cases.ts'
import { paidBy } from './payer-twists.ts'
import { settlementSuite } from './settlement-suite.ts'
import { valid } from './side.ts'
import { yesAfter } from './wallet-code.ts'
import { contractWallet } from './wallets.ts'

const seed = 403
settlementSuite(seed, { nothingWrong: 10, oneThing: 1, allVersions: false })

/** A payer's state is read at a block that was the newest one up to 200 ms ago. */
const headIsOld = () => sleep(250)
/** By so much two payments may differ: a byte of a signature that happens to be zero costs half a round less. */
const signatureRounds = 20
const twisted = (name: string): [Case, Case] =>
  singleCases(
    allTwists.filter((twist) => twist.name === name),
    seed,
    2,
  ).slice(0, 2) as [Case, Case]

describe('a payment', () => {
  let arena: Arena
  beforeAll(async () => {
    arena = await openArena()
  })
  afterAll(() => arena?.close())

  test('of a wallet with the dearest check that we accept is settled, also where it is the first that we get', async () => {
    const wallet = (rounds: number) => contractWallet(arena, 'dear', yesAfter(rounds))
    const payers = { ...arena.scene.payers, dear: await wallet(1) }
    const there = { ...arena, scene: { ...arena.scene, payers } }
    const [first, second] = validCases(seed, 2).map((one): Case => ({ ...one, changes: [paidBy('dear')] })) as [Case, Case]
    await arena.fund(payers.dear.address, '1')
    let [accepted, refused] = [1, 40_000]
    while (refused - accepted > 8) {
      const rounds = Math.floor((accepted + refused) / 2)
      await wallet(rounds)
      if ((await arena.ours.verify(await pay(there, first))) === valid) accepted = rounds
      else refused = rounds
    }
    // 340,000 gas: room for a check of a P-256 signature in Solidity.
    expect(accepted).toBeGreaterThan(13_000)
    await wallet(accepted - signatureRounds)
    expect(await arena.ours.settle(await pay(there, second))).toBe(valid)
  })

  test('of a wallet that the official facilitator deploys is taken by us as soon as the wallet stands', async () => {
    const [first, second] = twisted('a wallet that is not deployed, by a factory that is trusted')
    expect(await arena.ours.verify(await pay(arena, second))).toBe('eip6492_factory_not_allowed')
    expect(await arena.deploying.settle(await pay(arena, first))).toBe(valid)
    expect(await arena.ours.settle(await pay(arena, second))).toBe(valid)
  })

  test('of all that a payer has is collected once, by either side', async () => {
    const [official, ours] = twisted('a payer who holds just enough')
    expect(await arena.official.settle(await pay(arena, official))).toBe(valid)
    await headIsOld()
    expect(await arena.ours.verify(await pay(arena, ours))).toBe('invalid_exact_evm_insufficient_balance')
    await arena.fund(arena.scene.payers['just']!.address, '0.05')
    expect(await arena.ours.settle(await pay(arena, ours))).toBe(valid)
  })

  test('that either side has collected is used up for the other', async () => {
    const [first, second] = validCases(seed + 1, 2) as [Case, Case]
    const [one, other] = [await pay(arena, first), await pay(arena, second)]
    expect([await arena.official.settle(one), await arena.ours.settle(other)]).toEqual([valid, valid])
    await headIsOld()
    expect(await arena.ours.verify(one)).toBe('invalid_exact_evm_nonce_already_used')
    expect(await arena.official.verify(other)).toBe('invalid_exact_evm_nonce_already_used')
  })
})
