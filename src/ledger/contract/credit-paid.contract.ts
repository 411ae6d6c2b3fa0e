import { describe, expect, test } from 'vitest'
import { authorizationIdentity, transferIdentity } from '../payments/identity.ts'
import type { Payment } from '../payments/payment.ts'
import { createLedgerReading } from '../reading/ledger-reading.ts'
import {
  bytes32,
  claimed,
  claimOf,
  hello,
  noon,
  noonSeconds,
  released,
  served,
  settledTransfer,
  thisHour,
  transferOf,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const expired = (nonce: number) => ({
  nonce: bytes32(nonce),
  validAfter: 0n,
  validBefore: noonSeconds - 7_200n,
  signature: '0xab' as const,
})
const identityOf = ({ network, asset, payer, authorization }: Payment) => authorizationIdentity(network, asset, payer, authorization!.nonce)

function paidAt({ id, network, payTo, amount }: Payment) {
  const transaction = bytes32(0xc4ed17)
  const place = { transaction, blockNumber: 200n, blockHash: bytes32(200), logIndex: 4 }
  return {
    id,
    ...place,
    transferIdentity: transferIdentity({ network, payTo, amount, transaction, occurrence: 0 }),
    settledAt: noon - 1_000,
    at: noon,
  }
}

/** A payment that was paid on chain although nothing was answered for it. */
export function creditPaidContract(openLedger: OpenLedger): void {
  describe('a payment that was paid and not answered', () => {
    test('becomes a credit, which buys an answer', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const payment = (await released(ledger, await claimed(ledger, claimOf())))!
      const credit = await ledger.creditPaid(paidAt(payment))
      expect(credit).toMatchObject({
        state: 'credit',
        timing: 'first',
        runs: 0,
        settledAt: noon - 1_000,
        blockNumber: 200n,
        final: false,
        epoch: payment.epoch + 1,
      })
      expect(await ledger.creditPaid(paidAt(payment))).toBeUndefined()
      const run = {
        offerId: payment.offerId,
        fingerprint: 'again',
        client: 'there',
        instance: 'here',
        leaseUntil: noon + 60_000,
        maxRuns: 3,
      }
      const running = (await ledger.beginRun({ id: payment.id, epoch: credit!.epoch, ...run }))!
      expect(await ledger.serveRun({ id: payment.id, epoch: running.epoch, at: noon, answer: hello })).toMatchObject({ state: 'settled' })
      expect(await createLedgerReading(opened.store).auditOf({ subject: payment.id })).toMatchObject([{ kind: 'credited', at: noon }])
    })

    test('comes back from the archive with its key, and the totals and the history are as if it had never been there', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const refused = await served(ledger, claimOf({ authorization: expired(1) }))
      await ledger.refuse({ id: refused.id, reason: 'expired', at: noon, counted: { hour: thisHour, contract: false } })
      expect(await ledger.archive({ expiredBefore: noonSeconds - 3_600n, limit: 10 })).toBe(1)
      expect(await ledger.payerHistory(wallet(1))).toEqual({ ended: 1, settled: 0 })
      expect(await ledger.creditPaid(paidAt(refused))).toBeUndefined()
      expect(await ledger.bringBack({ id: refused.id, identity: identityOf(refused) })).toBe(true)
      expect(await ledger.bringBack({ id: refused.id, identity: identityOf(refused) })).toBe(false)
      expect(await ledger.payerHistory(wallet(1))).toEqual({ ended: 0, settled: 0 })
      expect(await ledger.hotByIdentity(identityOf(refused))).toMatchObject({ id: refused.id, state: 'refused' })
      expect(await ledger.creditPaid(paidAt(refused))).toMatchObject({ id: refused.id, state: 'credit' })
      expect((await ledger.totals()).filter(({ payments }) => payments > 0n)).toEqual([
        { network: refused.network, state: 'credit', theft: false, payments: 1n, amount: 7_500n },
      ])
      // It can be archived again only after it has ended.
      expect(await ledger.archive({ expiredBefore: noonSeconds + 3_600n, limit: 10 })).toBe(0)
    })

    test('stays as it is where its transfer has bought something, and where it was answered', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const payment = (await released(ledger, await claimed(ledger, claimOf())))!
      const { transaction, blockNumber, blockHash, logIndex } = paidAt(payment)
      await settledTransfer(ledger, transferOf({ transaction, blockNumber, blockHash, logIndex, occurrence: 0, authorizationNonce: null }))
      expect(await ledger.creditPaid(paidAt(payment))).toBeUndefined()
      expect(await ledger.find(payment.id)).toMatchObject({ state: 'released' })
      const answered = await served(ledger, claimOf({ payer: wallet(2) }))
      expect(await ledger.creditPaid(paidAt(answered))).toBeUndefined()
    })

    test('does not come back where another payment has its authorization', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const first = (await released(ledger, await claimed(ledger, claimOf({ authorization: expired(7) }))))!
      expect(await ledger.archive({ expiredBefore: noonSeconds - 3_600n, limit: 10 })).toBe(1)
      await claimed(ledger, claimOf({ nonce: bytes32(7) }))
      expect(await ledger.bringBack({ id: first.id, identity: identityOf(first) })).toBe(false)
    })
  })

  describe('looking payments up', () => {
    test('lists them by what they have in common, page by page, and finds those of a transaction', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const reading = createLedgerReading(opened.store)
      const archived = (await released(ledger, await claimed(ledger, claimOf({ authorization: expired(3), payer: wallet(3) }))))!
      await ledger.archive({ expiredBefore: noonSeconds - 3_600n, limit: 10 })
      const transfer = await settledTransfer(ledger, transferOf({ payer: wallet(3), offerId: 'screenshot' }))
      const open = await claimed(ledger, claimOf({ payer: wallet(4) }))
      const any = { payer: null, state: null, offer: null, since: 0, before: null, limit: 10 }
      const ids = async (filter: Partial<typeof any> | { payer: string } | { state: string } | { offer: string } | { before: string }) =>
        (await reading.listPayments({ ...any, ...filter })).map(({ id }) => id)
      const newestFirst = [archived.id, transfer.id, open.id].toSorted().toReversed()
      expect(await ids({})).toEqual(newestFirst)
      expect(await ids({ limit: 2 })).toEqual(newestFirst.slice(0, 2))
      expect(await ids({ before: newestFirst[1]! })).toEqual(newestFirst.slice(2))
      expect(await ids({ payer: wallet(3) })).toEqual(newestFirst.filter((id) => id !== open.id))
      expect(await ids({ state: 'claimed' })).toEqual([open.id])
      expect(await ids({ offer: 'screenshot' })).toEqual([transfer.id])
      expect((await reading.paymentsOfTransaction({ hash: transfer.transaction!, limit: 5 })).map(({ id }) => id)).toEqual([transfer.id])
      expect(await reading.answerKeptUntil({ id: transfer.id })).toBeGreaterThan(noon)
      expect(await reading.answerKeptUntil({ id: open.id })).toBeNull()
    })

    test('says what is held against a wallet', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const reading = createLedgerReading(opened.store)
      const ask = (payer: string) => reading.payerStatus({ payer, now: noon, hour: thisHour })
      const nothing = {
        barred: null,
        owing: null,
        unsettled: { payments: 0, amount: 0n },
        unchargedRuns: 0,
        freeCall: 'none',
        hasPaid: false,
        boundOnly: false,
      }
      expect(await ask(wallet(9))).toMatchObject({
        ...nothing,
        history: { ended: 0, settled: 0, settledAmount: 0n },
        credits: { payments: 0, amount: 0n },
      })
      await released(ledger, await claimed(ledger, claimOf({ payer: wallet(1) })), true)
      await claimed(ledger, claimOf({ payer: wallet(1) }))
      await settledTransfer(ledger, transferOf({ payer: wallet(1) }))
      await ledger.barPayer({ payer: wallet(1), until: noon + 5_000, reason: 'failed' })
      expect(await ask(wallet(1))).toMatchObject({
        barred: { until: noon + 5_000, reason: 'failed' },
        unsettled: { payments: 1, amount: 7_500n },
        unchargedRuns: 1,
        hasPaid: true,
      })
      expect((await reading.payerStatus({ payer: wallet(1), now: noon + 5_000, hour: thisHour })).barred).toBeNull()
    })
  })
}
