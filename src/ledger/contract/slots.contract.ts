import { describe, expect, test } from 'vitest'
import { LeaseLost } from '../leases/leases.ts'
import type { RecordTransactionInput, StoredTransaction } from '../ledger.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  dayMs,
  noon,
  noonSeconds,
  polygon,
  served,
  settled,
  released,
  settledTransfer,
  settlementOf,
  today,
  transferOf,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const signer = wallet(0x519)

function signed(number: number): StoredTransaction {
  return { hash: bytes32(number), raw: '0x02f8ff', maxFeePerGas: 2n ** 70n, maxPriorityFeePerGas: 1n, storedAt: noon + number }
}

function recordOf(changes: Partial<RecordTransactionInput> = {}): RecordTransactionInput {
  return { network: base, signer, nonce: 7, transaction: signed(1), payments: [], at: noon, ...changes }
}

export function slotsContract(open: OpenLedger): void {
  describe('transactions', () => {
    test('are stored with their payments, which are settling then', async () => {
      await using opened = await open()
      const { ledger } = opened
      const payments = [(await served(ledger, claimOf())).id, (await served(ledger, claimOf())).id]
      await ledger.recordTransaction(recordOf({ payments, signer: '0x0000000000000000000000000000000000000519' }))
      expect(await ledger.openSlots({ network: base, signer })).toEqual([
        { network: base, signer, nonce: 7, state: 'open', payments, transactions: [signed(1)], createdAt: noon, contract: false },
      ])
      for (const id of payments) expect(await ledger.find(id)).toMatchObject({ state: 'settling', transaction: bytes32(1), epoch: 3 })
    })

    test('of other payments find no room under a nonce that is taken, as a write that comes late would', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [first, late] = [(await served(ledger, claimOf())).id, (await served(ledger, claimOf())).id]
      await ledger.recordTransaction(recordOf({ payments: [first] }))
      const again = recordOf({ transaction: signed(2), payments: [late] })
      await expect(ledger.recordTransaction(again)).rejects.toThrow(LeaseLost)
      await ledger.closeSlot({ network: base, signer, nonce: 7, state: 'mined', gasGwei: 1n, settled: 1n, day: today })
      await expect(ledger.recordTransaction(again)).rejects.toThrow(LeaseLost)
      expect(await ledger.slotAt({ network: base, signer, nonce: 7 })).toMatchObject({ payments: [first], transactions: [signed(1)] })
      expect(await ledger.find(late)).toMatchObject({ state: 'served', transaction: null })
      await ledger.recordTransaction({ ...again, nonce: 8 })
      expect(await ledger.find(late)).toMatchObject({ state: 'settling', transaction: bytes32(2) })
    })

    test('of a contract are known as such, also when a replacement has joined them', async () => {
      await using opened = await open()
      const { ledger } = opened
      const payments = [(await served(ledger, claimOf())).id]
      await ledger.recordTransaction(recordOf({ payments, contract: true }))
      await ledger.recordTransaction(recordOf({ transaction: signed(2) }))
      expect(await ledger.openSlots({ network: base, signer })).toMatchObject([{ nonce: 7, contract: true }])
      expect(await ledger.slotAt({ network: base, signer, nonce: 7 })).toMatchObject({ contract: true })
    })

    test('a replacement joins its slot and becomes the transaction of what is still settling', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [settling, done] = [(await served(ledger, claimOf())).id, (await served(ledger, claimOf())).id]
      await ledger.recordTransaction(recordOf({ payments: [settling, done] }))
      await ledger.settle([settlementOf(done)])
      await ledger.recordTransaction(recordOf({ transaction: signed(2) }))
      const [slot] = await ledger.openSlots({ network: base, signer })
      expect(slot).toMatchObject({ payments: [settling, done], transactions: [signed(1), signed(2)] })
      expect(await ledger.find(settling)).toMatchObject({ state: 'settling', transaction: bytes32(2) })
      expect(await ledger.find(done)).toMatchObject({ state: 'settled', transaction: bytes32(0x7a) })
    })

    test('what was stored for an account nonce is also found when it is closed', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await served(ledger, claimOf())
      await ledger.recordTransaction(recordOf({ payments: [id] }))
      await ledger.recordTransaction(recordOf({ transaction: signed(2) }))
      await ledger.closeSlot({ network: base, signer, nonce: 7, state: 'mined', gasGwei: 1n, day: '2026-11-21' })
      expect(await ledger.slotAt({ network: base, signer, nonce: 7 })).toMatchObject({
        state: 'mined',
        payments: [id],
        transactions: [signed(1), signed(2)],
      })
      expect(await ledger.slotAt({ network: base, signer, nonce: 8 })).toBeUndefined()
    })

    test('change nothing when they are stored again', async () => {
      await using opened = await open()
      const { id } = await served(opened.ledger, claimOf())
      await opened.ledger.recordTransaction(recordOf({ payments: [id] }))
      const before = await opened.ledger.find(id)
      await opened.ledger.recordTransaction(recordOf({ payments: [id] }))
      expect(await opened.ledger.find(id)).toEqual(before)
      expect((await opened.ledger.openSlots({ network: base, signer }))[0]!.transactions).toHaveLength(1)
    })

    test('a payment that is settled again singly moves to its new slot and stays settling', async () => {
      await using opened = await open()
      const { id } = await served(opened.ledger, claimOf())
      await opened.ledger.recordTransaction(recordOf({ payments: [id] }))
      await opened.ledger.recordTransaction(recordOf({ nonce: 8, transaction: signed(3), payments: [id] }))
      expect(await opened.ledger.find(id)).toMatchObject({ state: 'settling', transaction: bytes32(3) })
      expect((await opened.ledger.openSlots({ network: base, signer })).map(({ nonce }) => nonce)).toEqual([7, 8])
    })

    test('move only what is served', async () => {
      await using opened = await open()
      const payment = await claimed(opened.ledger, claimOf())
      await opened.ledger.recordTransaction(recordOf({ payments: [payment.id] }))
      expect(await opened.ledger.find(payment.id)).toEqual(payment)
    })
  })

  describe('slots', () => {
    test('are closed once, with the gas booked on the day, and are no longer open', async () => {
      await using opened = await open()
      const { ledger } = opened
      await ledger.recordTransaction(recordOf())
      await ledger.recordTransaction(recordOf({ nonce: 8, transaction: signed(2) }))
      const close = { network: base, signer, state: 'mined' as const, day: today }
      await ledger.closeSlot({ ...close, nonce: 7, gasGwei: 1000n })
      await ledger.closeSlot({ ...close, nonce: 7, gasGwei: 1000n })
      await ledger.closeSlot({ ...close, nonce: 99, gasGwei: 1000n })
      expect((await ledger.openSlots({ network: base, signer })).map(({ nonce }) => nonce)).toEqual([8])
      await ledger.closeSlot({ ...close, nonce: 8, gasGwei: 20n, state: 'abandoned' })
      const gas = async (network: string, day: string) => (await ledger.networkSpending({ network, day })).gwei
      expect(await gas(base, today)).toBe(1020n)
      expect(await gas(base, '2026-11-22')).toBe(0n)
      expect(await gas(polygon, today)).toBe(0n)
    })

    test('tell what all signers of the network spent, brought and have committed, and how much of it contract payers', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [one, two] = [await served(ledger, claimOf()), await served(ledger, claimOf())]
      await claimed(ledger, claimOf({ amount: 900n }))
      await ledger.recordTransaction(recordOf({ payments: [one.id], worstGwei: 50n, value: one.amount }))
      await ledger.recordTransaction(recordOf({ transaction: signed(2), worstGwei: 70n }))
      const contract = { nonce: 8, transaction: signed(3), payments: [two.id], worstGwei: 500n, value: two.amount, contract: true }
      await ledger.recordTransaction(recordOf({ ...contract, signer: wallet(0x520) }))
      const amount = one.amount
      expect(await ledger.networkSpending({ network: base, day: today })).toEqual({
        gwei: 0n,
        settled: 0n,
        contractGwei: 0n,
        contractSettled: 0n,
        openGwei: 570n,
        openContractGwei: 500n,
        openContractValue: amount,
        openPayments: 2,
        unsettledPayments: 3,
        unsettledValue: 2n * amount + 900n,
      })
      const close = { network: base, state: 'mined' as const, day: today }
      await ledger.settle([settlementOf(one.id)])
      await ledger.closeSlot({ ...close, signer, nonce: 7, gasGwei: 40n, settled: amount })
      await ledger.closeSlot({ ...close, signer: wallet(0x520), nonce: 8, gasGwei: 400n, settled: 1n })
      expect(await ledger.networkSpending({ network: base, day: today })).toMatchObject({
        gwei: 440n,
        settled: amount,
        contractGwei: 400n,
        contractSettled: 1n,
        openGwei: 0n,
        openPayments: 0,
      })
    })

    test('a closed slot whose transaction vanished is opened when a transaction is stored again', async () => {
      await using opened = await open()
      await opened.ledger.recordTransaction(recordOf())
      await opened.ledger.closeSlot({ network: base, signer, nonce: 7, state: 'mined', gasGwei: 1n, day: today })
      await opened.ledger.recordTransaction(recordOf({ transaction: signed(2) }))
      expect(await opened.ledger.openSlots({ network: base, signer })).toMatchObject([{ nonce: 7, transactions: [signed(1), signed(2)] }])
    })

    test('a slot that is opened again gives back what was booked for it, and is booked anew on the day of its next end', async () => {
      await using opened = await open()
      const { ledger } = opened
      const tomorrow = '2026-11-22'
      const spent = async (day: string) => {
        const { gwei, contractGwei, contractSettled, openGwei } = await ledger.networkSpending({ network: base, day })
        return { gwei, contractGwei, contractSettled, openGwei }
      }
      const nothing = { gwei: 0n, contractGwei: 0n, contractSettled: 0n, openGwei: 0n }
      await ledger.recordTransaction(recordOf({ worstGwei: 500n, contract: true }))
      const close = { network: base, signer, nonce: 7, state: 'mined' as const }
      await ledger.closeSlot({ ...close, gasGwei: 40n, settled: 9n, day: today })
      expect(await spent(today)).toEqual({ gwei: 40n, contractGwei: 40n, contractSettled: 9n, openGwei: 0n })
      await ledger.reopenSlot({ network: base, signer, nonce: 7 })
      await ledger.reopenSlot({ network: base, signer, nonce: 7 })
      expect(await spent(today)).toEqual({ ...nothing, openGwei: 500n })
      expect(await ledger.openSlots({ network: base, signer })).toMatchObject([{ nonce: 7, transactions: [signed(1)] }])
      await ledger.closeSlot({ ...close, gasGwei: 60n, settled: 8n, day: tomorrow })
      expect(await spent(today)).toEqual(nothing)
      expect(await spent(tomorrow)).toEqual({ gwei: 60n, contractGwei: 60n, contractSettled: 8n, openGwei: 0n })
      await ledger.recordTransaction(recordOf({ transaction: signed(2), worstGwei: 700n }))
      expect(await spent(tomorrow)).toEqual({ ...nothing, openGwei: 700n })
      await ledger.closeSlot({ ...close, state: 'abandoned', gasGwei: 0n, day: tomorrow })
      expect(await spent(tomorrow)).toEqual(nothing)
    })

    test('of which there is none are not opened', async () => {
      await using opened = await open()
      await opened.ledger.reopenSlot({ network: base, signer, nonce: 7 })
      expect(await opened.ledger.slotAt({ network: base, signer, nonce: 7 })).toBeUndefined()
    })

    test('the highest nonce counts closed slots too, for each signer and network alone', async () => {
      await using opened = await open()
      const { ledger } = opened
      expect(await ledger.highestNonce({ network: base, signer })).toBe(-1)
      await ledger.recordTransaction(recordOf({ nonce: 0 }))
      await ledger.recordTransaction(recordOf({ nonce: 12, transaction: signed(2) }))
      await ledger.closeSlot({ network: base, signer, nonce: 12, state: 'mined', gasGwei: 1n, day: today })
      expect(await ledger.highestNonce({ network: base, signer })).toBe(12)
      expect(await ledger.highestNonce({ network: polygon, signer })).toBe(-1)
      expect(await ledger.highestNonce({ network: base, signer: wallet(9) })).toBe(-1)
    })
  })

  describe('what payments bring', () => {
    test('is owed or booked, never both, also while a reorganisation takes it away and brings it back', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [one, two] = [await served(ledger, claimOf()), await served(ledger, claimOf())]
      const value = one.amount
      const brings = async (day = today) => {
        const { settled, unsettledValue } = await ledger.networkSpending({ network: base, day })
        return { settled, unsettledValue }
      }
      const close = { network: base, signer, nonce: 7, state: 'mined' as const, gasGwei: 40n, settled: 2n * value, day: today }
      await ledger.recordTransaction(recordOf({ payments: [one.id, two.id], value: 2n * value }))
      expect(await brings()).toEqual({ settled: 0n, unsettledValue: 2n * value })
      await ledger.settle([settlementOf(one.id), settlementOf(two.id)])
      await ledger.settle([settlementOf(one.id)])
      expect(await brings()).toEqual({ settled: 2n * value, unsettledValue: 0n })
      await ledger.closeSlot(close)
      expect(await brings()).toEqual({ settled: 2n * value, unsettledValue: 0n })

      await ledger.unsettle({ id: one.id, at: noon })
      await ledger.unsettle({ id: one.id, at: noon })
      expect(await brings()).toEqual({ settled: value, unsettledValue: value })
      await ledger.unsettle({ id: two.id, at: noon })
      await ledger.recordTransaction(recordOf({ transaction: signed(2) }))
      expect(await brings()).toEqual({ settled: 0n, unsettledValue: 2n * value })
      await ledger.settle([{ ...settlementOf(one.id, 105n), at: noon + dayMs }])
      await ledger.closeSlot({ ...close, settled: value })
      expect(await brings()).toEqual({ settled: 0n, unsettledValue: value })
      expect(await brings('2026-11-22')).toEqual({ settled: value, unsettledValue: value })
      await ledger.reverse({ id: two.id, reason: 'authorization_used', at: noon })
      expect(await brings()).toEqual({ settled: 0n, unsettledValue: 0n })
      await ledger.unsettle({ id: one.id, at: noon + dayMs })
      expect(await brings('2026-11-22')).toEqual({ settled: 0n, unsettledValue: value })
    })

    test('counts what is settled before its work, whatever became of that work, and nothing that was paid without us', async () => {
      await using opened = await open()
      const { ledger } = opened
      const settledOn = async (network = base) => (await ledger.networkSpending({ network, day: today })).settled
      const first = (await ledger.order(await claimed(ledger, claimOf())))!
      const [credit] = await ledger.settle([settlementOf(first.id)])
      expect(await settledOn()).toBe(first.amount)
      const run = { fingerprint: 'f', client: '192.0.2.1', keys: [], instance: 'here', leaseUntil: noon + dayMs, maxRuns: 3 }
      const running = (await ledger.beginRun({ ...credit!, ...run }))!
      await ledger.failRun({ ...running, reason: 'run_failed' })
      await ledger.unsettle({ id: first.id, at: noon })
      expect(await settledOn()).toBe(0n)
      await ledger.settle([settlementOf(first.id)])
      expect(await settledOn()).toBe(first.amount)
      await settledTransfer(ledger, transferOf())
      expect(await settledOn()).toBe(first.amount)
    })

    test('counts what somebody else submitted, until its block vanishes', async () => {
      await using opened = await open()
      const { ledger } = opened
      const spending = async () => {
        const { settled, unsettledValue } = await ledger.networkSpending({ network: base, day: today })
        return { settled, unsettledValue }
      }
      const unanswered = await claimed(ledger, claimOf())
      await released(ledger, unanswered)
      const paid = { transaction: bytes32(0x99), blockNumber: 101n, blockHash: bytes32(101), logIndex: 1, settledAt: noon, at: noon }
      expect(await ledger.creditPaid({ id: unanswered.id, ...paid, transferIdentity: 't:1' })).toMatchObject({ state: 'credit' })
      expect(await spending()).toEqual({ settled: unanswered.amount, unsettledValue: 0n })
      expect(await ledger.unsettle({ id: unanswered.id, at: noon })).toMatchObject({ state: 'settling' })
      expect(await spending()).toEqual({ settled: 0n, unsettledValue: unanswered.amount })
    })
  })

  describe('for a look at what the chain has', () => {
    test('account nonces without a transaction are counted, and the time before the first of them is known', async () => {
      await using opened = await open()
      const { ledger } = opened
      const missing = (from: number, to: number) => ledger.missingNonces({ network: base, signer, from, to })
      expect(await missing(0, 3)).toEqual({ count: 3, since: 0 })
      for (const nonce of [7, 8, 9, 12, 13])
        await ledger.recordTransaction(recordOf({ nonce, transaction: signed(nonce), at: noon + nonce }))
      await ledger.recordTransaction(recordOf({ network: polygon, nonce: 10, transaction: signed(10) }))
      expect(await missing(7, 10)).toMatchObject({ count: 0 })
      expect(await missing(7, 14)).toEqual({ count: 2, since: noon + 9 })
      expect(await missing(7, 11)).toEqual({ count: 1, since: noon + 9 })
      expect(await missing(10, 14)).toEqual({ count: 2, since: 0 })
      expect(await missing(12, 16)).toEqual({ count: 2, since: noon + 13 })
      expect((await missing(9, 7)).count).toBeLessThanOrEqual(0)
    })

    test('a mark of a signer only rises, and is kept for each network', async () => {
      await using opened = await open()
      const { ledger } = opened
      expect(await ledger.signerMarks()).toEqual([])
      const mark = { network: base, signer, nonce: null, at: 0 }
      await ledger.markSigner(mark)
      expect(await ledger.signerMarks()).toEqual([mark])
      const next = { ...mark, nonce: 12, at: noon }
      await ledger.markSigner(next)
      await ledger.markSigner({ ...next, nonce: 9, at: noon + 5 })
      expect(await ledger.signerMarks()).toEqual([next])
      await ledger.markSigner({ ...next, nonce: 101, at: noon + 6 })
      await ledger.markSigner({ ...next, network: polygon })
      expect(await ledger.signerMarks()).toEqual([
        { ...next, network: polygon },
        { ...next, nonce: 101, at: noon + 6 },
      ])
    })

    test('the newest payment tells until when the ledger was in use, archived or not', async () => {
      await using opened = await open()
      const { ledger } = opened
      expect(await ledger.newestPaymentAt()).toBeNull()
      const { id, claimedAt } = await settled(ledger, claimOf({ now: noon - 5 }))
      expect(await ledger.newestPaymentAt()).toBe(claimedAt)
      await ledger.finalize({ ids: [id] })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 1 })).toBe(1)
      expect(await ledger.newestPaymentAt()).toBe(claimedAt)
    })
  })
}
