import { describe, expect, test } from 'vitest'
import type { ClaimTransferInput } from '../ledger.ts'
import {
  bytes32,
  claimedTransfer,
  claimOf,
  hello,
  noon,
  noonSeconds,
  released,
  served,
  settledTransfer,
  settlementOf,
  today,
  transferOf,
  uncharged,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

/** The payer's own claim of a transfer that somebody else has claimed bare. */
function proofFor(bare: ClaimTransferInput, changes: Partial<ClaimTransferInput> = {}): ClaimTransferInput {
  const { id, credentialHash } = transferOf()
  return { ...bare, id, credentialHash, client: '198.51.100.7', bound: true, ...changes }
}

export function theftContract(open: OpenLedger): void {
  describe('a stolen transfer', () => {
    test.each([
      ['is running', claimedTransfer],
      ['was answered', settledTransfer],
    ] as const)('is served to its payer too while the thief %s, in a row of its own', async (_, steal) => {
      await using opened = await open()
      const { ledger } = opened
      const bare = transferOf()
      const stolen = await steal(ledger, bare)
      const proof = proofFor(bare)
      const payment = await claimedTransfer(ledger, proof)
      expect(payment).toMatchObject({ id: proof.id, state: 'claimed', theft: true, bound: true, transaction: bare.transaction })
      expect(await ledger.serve({ ...payment, answer: hello, at: noon })).toMatchObject({ state: 'settled', theft: true, final: false })
      expect(await ledger.find(bare.id)).toEqual(stolen)
      expect(await ledger.claimTransfer(proofFor(bare))).toMatchObject({ result: 'taken', payment: { id: proof.id } })
      expect(await ledger.claimTransfer(bare)).toMatchObject({ result: 'taken', payment: { id: bare.id } })
    })

    test('is separate from income in the totals, hot and archived', async () => {
      await using opened = await open()
      const { ledger } = opened
      const bare = transferOf()
      const thief = await settledTransfer(ledger, bare)
      const payer = await settledTransfer(ledger, proofFor(bare))
      const settled = { network: bare.network, state: 'settled', payments: 1n, amount: 7500n }
      const totals = [
        { ...settled, theft: false },
        { ...settled, theft: true },
      ]
      expect(await ledger.totals()).toEqual(totals)
      await ledger.finalize({ ids: [thief.id, payer.id] })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 60n, limit: 10 })).toBe(2)
      expect(await ledger.totals()).toEqual(totals)
    })

    test('is served to its payer once, even if the thief was archived long ago', async () => {
      await using opened = await open()
      const { ledger } = opened
      const bare = transferOf()
      const ids = [(await settledTransfer(ledger, bare)).id]
      await ledger.finalize({ ids })
      await ledger.archive({ expiredBefore: noonSeconds + 60n, limit: 10 })
      const payer = await settledTransfer(ledger, proofFor(bare))
      expect(payer).toMatchObject({ theft: true })
      await ledger.finalize({ ids: [payer.id] })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 60n, limit: 10 })).toBe(1)
      expect(await ledger.claimTransfer(proofFor(bare))).toMatchObject({ result: 'taken', payment: { id: payer.id } })
    })

    test('is compensated once per payer, whose bare claims are not accepted from then on', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [first, second] = [transferOf(), transferOf()]
      await settledTransfer(ledger, first)
      const other = await settledTransfer(ledger, second)
      await settledTransfer(ledger, proofFor(first))
      expect(await ledger.claimTransfer(proofFor(second))).toEqual({ result: 'taken', payment: other })
      expect(await ledger.claimTransfer(transferOf())).toEqual({ result: 'bound_only' })
      await settledTransfer(ledger, transferOf({ payer: wallet(2) }))
      await settledTransfer(ledger, transferOf({ bound: true }))
    })

    test('is compensated once when the payer brings 20 proofs at once', async () => {
      await using opened = await open()
      const { ledger } = opened
      const thefts = Array.from({ length: 20 }, () => transferOf())
      for (const bare of thefts) await settledTransfer(ledger, bare)
      const results = await Promise.all(thefts.map((bare) => ledger.claimTransfer(proofFor(bare))))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(1)
      expect(results.filter(({ result }) => result === 'taken')).toHaveLength(19)
    })

    test('is compensated within the cap of the day, to the last unit, and again tomorrow', async () => {
      await using opened = await open()
      const { ledger } = opened
      const theft = { day: today, dailyLimit: 15_000n }
      const stolen = Array.from({ length: 4 }, (_, index) => transferOf({ payer: wallet(index + 1), theft }))
      for (const bare of stolen) await settledTransfer(ledger, bare)
      const results = await Promise.all(stolen.map((bare) => ledger.claimTransfer(proofFor(bare))))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(2)
      const [third, fourth] = stolen.filter((_, index) => results[index]!.result === 'theft_cap_reached')
      // Nothing was booked for whom the cap kept out: bare claims of theirs are good, and so is the next day.
      await settledTransfer(ledger, transferOf({ payer: third!.payer }))
      await settledTransfer(ledger, proofFor(third!, { theft: { day: '2026-11-22', dailyLimit: 7500n } }))
      expect(await ledger.claimTransfer(proofFor(fourth!, { theft: { day: '2026-11-22', dailyLimit: 14_999n } }))).toEqual({
        result: 'theft_cap_reached',
      })
    })

    test('leaves its payer a credit when the run fails, and is booked once', async () => {
      await using opened = await open()
      const { ledger } = opened
      const theft = { day: today, dailyLimit: 7500n }
      const bare = transferOf({ theft })
      await settledTransfer(ledger, bare)
      const proof = proofFor(bare)
      expect(await uncharged(ledger, await claimedTransfer(ledger, proof))).toMatchObject({ state: 'credit', theft: true })
      expect(await released(ledger, await claimedTransfer(ledger, proofFor(bare)))).toMatchObject({
        id: proof.id,
        state: 'credit',
        theft: true,
      })
      expect(await settledTransfer(ledger, proof)).toMatchObject({ id: proof.id, state: 'settled', theft: true })
      expect(await ledger.claimTransfer(proof)).toMatchObject({ result: 'taken', payment: { id: proof.id } })
    })

    test('is not served to its payer a second time when the thief failed in the end', async () => {
      await using opened = await open()
      const { ledger } = opened
      const bare = transferOf()
      const thief = await claimedTransfer(ledger, bare)
      const payer = await settledTransfer(ledger, proofFor(bare))
      await released(ledger, thief)
      expect(await ledger.claimTransfer(proofFor(bare))).toEqual({ result: 'taken', payment: payer })
    })

    test('stays a loss wherever its transfer is: it neither moves nor is reversed', async () => {
      await using opened = await open()
      const { ledger } = opened
      const bare = transferOf()
      await settledTransfer(ledger, bare)
      const { id, epoch } = await settledTransfer(ledger, proofFor(bare))
      expect(await ledger.reverse({ id, epoch, reason: 'gone', at: noon })).toBeUndefined()
      const { transaction, blockNumber, logIndex } = bare
      expect(await ledger.settle([{ id, transaction, blockNumber, blockHash: bytes32(9), logIndex, occurrence: 0, at: noon }])).toEqual([])
    })
  })

  describe('no theft', () => {
    test('is a claim that came with a proof itself', async () => {
      await using opened = await open()
      const bound = transferOf({ bound: true })
      const payment = await settledTransfer(opened.ledger, bound)
      expect(await opened.ledger.claimTransfer(proofFor(bound))).toEqual({ result: 'taken', payment })
    })

    test('is a repetition of the same credential', async () => {
      await using opened = await open()
      const bare = transferOf()
      const payment = await settledTransfer(opened.ledger, bare)
      expect(await opened.ledger.claimTransfer({ ...bare, bound: true })).toEqual({ result: 'taken', payment })
    })

    test('is a settlement of ours', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await served(ledger, claimOf())
      const place = settlementOf(id)
      const [payment] = await ledger.settle([place])
      const hash = transferOf({ transaction: place.transaction, occurrence: place.occurrence, bound: true })
      expect(await ledger.claimTransfer(hash)).toEqual({ result: 'taken', payment })
    })
  })
}
