import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMutations } from './all-mutations.ts'
import { openTestBed, type TestBed } from './test-bed.ts'
import { pay, singleCases, validCases, type Case } from './cases.ts'
import { paidBy } from './payer-mutations.ts'
import { settlementSuite } from './settlement-suite.ts'
import { valid } from './side.ts'
import { yesAfter } from './wallet-code.ts'
import { contractWallet } from './wallets.ts'

const seed = 403
settlementSuite(seed, { nothingWrong: 10, oneThing: 1, allVersions: false })

/** A payer's state is read at a block that was the newest one up to 200 ms ago. */
const headIsOld = () => sleep(250)
/** Allowed difference between two payments: a zero byte in a signature costs half a round less. */
const signatureRounds = 20
const pairFor = (name: string): [Case, Case] =>
  singleCases(
    allMutations.filter((mutation) => mutation.name === name),
    seed,
    2,
  ).slice(0, 2) as [Case, Case]

describe('a payment', () => {
  let testBed: TestBed
  beforeAll(async () => {
    testBed = await openTestBed()
  })
  afterAll(() => testBed?.close())

  test('of a wallet with the dearest check that we accept is settled, also where it is the first that we get', async () => {
    const wallet = (rounds: number) => contractWallet(testBed, 'dear', yesAfter(rounds))
    const payers = { ...testBed.context.payers, dear: await wallet(1) }
    const there = { ...testBed, context: { ...testBed.context, payers } }
    const [first, second] = validCases(seed, 2).map((one): Case => ({ ...one, changes: [paidBy('dear')] })) as [Case, Case]
    await testBed.fund(payers.dear.address, '1')
    let [accepted, refused] = [1, 40_000]
    while (refused - accepted > 8) {
      const rounds = Math.floor((accepted + refused) / 2)
      await wallet(rounds)
      if ((await testBed.ours.verify(await pay(there, first))) === valid) accepted = rounds
      else refused = rounds
    }
    // 340,000 gas: room for a check of a P-256 signature in Solidity.
    expect(accepted).toBeGreaterThan(13_000)
    await wallet(accepted - signatureRounds)
    expect(await testBed.ours.settle(await pay(there, second))).toBe(valid)
  })

  test('of a wallet that the official facilitator deploys is taken by us as soon as the wallet stands', async () => {
    const [first, second] = pairFor('a wallet that is not deployed, by a factory that is trusted')
    expect(await testBed.ours.verify(await pay(testBed, second))).toBe('eip6492_factory_not_allowed')
    expect(await testBed.deploying.settle(await pay(testBed, first))).toBe(valid)
    expect(await testBed.ours.settle(await pay(testBed, second))).toBe(valid)
  })

  test('of all that a payer has is collected once, by either side', async () => {
    const [official, ours] = pairFor('a payer who has exactly enough')
    expect(await testBed.official.settle(await pay(testBed, official))).toBe(valid)
    await headIsOld()
    expect(await testBed.ours.verify(await pay(testBed, ours))).toBe('invalid_exact_evm_insufficient_balance')
    await testBed.fund(testBed.context.payers['just']!.address, '0.05')
    expect(await testBed.ours.settle(await pay(testBed, ours))).toBe(valid)
  })

  test('that either side has collected is used up for the other', async () => {
    const [first, second] = validCases(seed + 1, 2) as [Case, Case]
    const [one, other] = [await pay(testBed, first), await pay(testBed, second)]
    expect([await testBed.official.settle(one), await testBed.ours.settle(other)]).toEqual([valid, valid])
    await headIsOld()
    expect(await testBed.ours.verify(one)).toBe('invalid_exact_evm_nonce_already_used')
    expect(await testBed.official.verify(other)).toBe('invalid_exact_evm_nonce_already_used')
  })
})
