import { describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import { createLedgerReading } from '../reading/ledger-reading.ts'
import type { SalesRow } from '../reading/sales-rows.ts'
import type { SalesDimension } from '../reading/sales-figures.ts'
import {
  bytes32,
  claimed,
  claimOf,
  dayMs,
  noon,
  noonSeconds,
  polygon,
  served,
  settled,
  settledTransfer,
  transferOf,
  wallet,
} from './open-ledger.fixture.ts'
import type { OpenLedger } from './open-ledger.fixture.ts'
import { creditOf, refundFor } from './refunds.contract.ts'

const midnight = noon - dayMs / 2
const span = { from: midnight - dayMs, until: midnight + dayMs }
const all = new Set<SalesDimension>(['day', 'offer', 'network', 'protocol', 'payer'])

/** Payments that ended in several ways; two of them are in the archive. */
async function fill(ledger: Ledger): Promise<void> {
  const early = claimOf({
    now: noon - 3 * 3_600_000,
    authorization: { nonce: bytes32(1), validAfter: 0n, validBefore: noonSeconds - 7_200n, signature: '0xab' },
  })
  const archived = await settled(ledger, early)
  await ledger.finalize({ ids: [archived.id] })
  const refused = await served(
    ledger,
    claimOf({ authorization: { nonce: bytes32(2), validAfter: 0n, validBefore: noonSeconds - 7_200n, signature: '0xab' } }),
  )
  await ledger.refuse({ id: refused.id, reason: 'authorization_expired', at: noon })
  expect(await ledger.archive({ expiredBefore: noonSeconds - 3_600n, limit: 100 })).toBe(2)
  await settled(ledger, claimOf({ payer: wallet(2), offerId: 'screenshot', amount: 20_000n, network: polygon }))
  await settledTransfer(ledger, transferOf({ payer: wallet(3), protocol: 'mpp' }))
  await claimed(ledger, claimOf({ payer: wallet(4) }))
}

/** What reports read, and look-ups of people. */
export function readingContract(openLedger: OpenLedger): void {
  describe('reading', () => {
    test('sums sales of both tables by day and by what is asked for', async () => {
      await using opened = await openLedger()
      await fill(opened.ledger)
      const reading = createLedgerReading(opened.store)
      const figures = await reading.salesFigures({ ...span, by: new Set(), euro: [] })
      const day = '2026-11-21'
      const nothing = { by: {}, theft: false, euro: 0n }
      const unpriced = (payments: bigint) => ({ payments, withoutPrice: { payments, firstDay: day, lastDay: day } })
      expect(figures.toSorted((one, other) => Number(one.final) - Number(other.final) || (one.state < other.state ? -1 : 1))).toEqual([
        { ...nothing, state: 'claimed', final: false, ...unpriced(1n), amount: 7_500n },
        { ...nothing, state: 'refused', final: false, ...unpriced(1n), amount: 7_500n },
        { ...nothing, state: 'settled', final: false, ...unpriced(2n), amount: 27_500n },
        { ...nothing, state: 'settled', final: true, ...unpriced(1n), amount: 7_500n },
      ])
      const split = await reading.salesFigures({ ...span, by: all, euro: [{ day, usdMillionths: 1_200_000n }] })
      expect(split).toContainEqual({
        by: { day, offer: 'screenshot', network: polygon, protocol: 'x402', payer: wallet(2) },
        theft: false,
        state: 'settled',
        final: false,
        payments: 1n,
        amount: 20_000n,
        euro: 16_667n,
        withoutPrice: null,
      })
      expect(split.reduce((sum, { payments }) => sum + payments, 0n)).toBe(5n)
      expect(await reading.salesFigures({ from: midnight + dayMs, until: midnight + 2 * dayMs, by: all, euro: [] })).toEqual([])
    })

    test('what came in between two moments equals the report, and what is under way has its age', async () => {
      await using opened = await openLedger()
      await fill(opened.ledger)
      const reading = createLedgerReading(opened.store)
      expect(await reading.earnedInSpan(span)).toEqual({ payments: 3, amount: 35_000n, wallets: 3 })
      expect(await reading.earnedInSpan({ from: midnight + dayMs, until: midnight + 2 * dayMs })).toEqual({
        payments: 0,
        amount: 0n,
        wallets: 0,
      })
      const underWay = (now: number) => reading.moneyUnderWay({ now, ages: [60_000, 600_000, 3_600_000] })
      const open = { network: 'eip155:8453', state: 'claimed', payments: 1, amount: 7_500n, oldest: noon }
      expect(await underWay(noon + 1_000)).toEqual([{ ...open, age: 0 }])
      expect(await underWay(noon + 700_000)).toEqual([{ ...open, age: 2 }])
    })

    test('the audit trail has what operators did, in pages from the newest on', async () => {
      await using opened = await openLedger()
      for (const subject of ['one', 'two', 'three'])
        await opened.ledger.noteOrder({ subject, detail: { by: 'anna', order: 'x' }, at: noon })
      const reading = createLedgerReading(opened.store)
      const subjects = async (filter: object) =>
        (await reading.auditTrail({ kind: 'ordered', subject: null, before: null, limit: 2, ...filter })).map(({ subject }) => subject)
      const [newest] = await reading.auditTrail({ kind: null, subject: null, before: null, limit: 1 })
      expect(newest).toMatchObject({ kind: 'ordered', subject: 'three', at: noon, detail: { by: 'anna', order: 'x' } })
      expect([
        await subjects({}),
        await subjects({ before: newest!.number }),
        await subjects({ subject: 'one' }),
        await subjects({ kind: 'moved' }),
      ]).toEqual([['three', 'two'], ['two', 'one'], ['one'], []])
    })

    test('payments are listed by network, protocol, request and time', async () => {
      await using opened = await openLedger()
      await fill(opened.ledger)
      const reading = createLedgerReading(opened.store)
      const any = { payer: null, state: null, offer: null, since: 0, before: null, limit: 10 }
      const count = async (filter: object) => (await reading.listPayments({ ...any, ...filter })).length
      expect([
        await count({}),
        await count({ network: polygon }),
        await count({ protocol: 'mpp' }),
        await count({ fingerprint: 'fingerprint' }),
      ]).toEqual([5, 1, 1, 5])
      expect([await count({ fingerprint: 'another' }), await count({ until: 1 }), await count({ until: null })]).toEqual([0, 0, 5])
    })

    test('what was sent back to payers is a row of its own, which a list leaves out where it is asked to', async () => {
      await using opened = await openLedger()
      const credit = await creditOf(opened.ledger)
      const { refund, ...rest } = refundFor(credit)
      const asked = { ...rest, refund: { ...refund, id: 'ab'.repeat(16) } }
      await opened.ledger.askRefund(asked)
      const reading = createLedgerReading(opened.store)
      const any = { payer: null, state: null, offer: null, since: 0, before: null, limit: 10 }
      const idsOf = async (filter: object) => (await reading.listPayments({ ...any, ...filter })).map(({ id }) => id).toSorted()
      expect(await idsOf({})).toEqual([credit.id, asked.refund.id].toSorted())
      expect([await idsOf({ refunds: false }), await idsOf({ protocol: 'refund' })]).toEqual([[credit.id], [asked.refund.id]])
    })

    test('a payment counts on the day of its settlement, also where it was called for on the day before', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const payment = await served(ledger, claimOf({ now: noon }))
      await ledger.settle([
        {
          id: payment.id,
          transaction: bytes32(0x7a),
          blockNumber: 101n,
          blockHash: bytes32(101),
          logIndex: 1,
          occurrence: 0,
          at: noon + dayMs,
        },
      ])
      const reading = createLedgerReading(opened.store)
      const figures = await reading.salesFigures({ ...span, until: span.until + dayMs, by: new Set<SalesDimension>(['day']), euro: [] })
      expect(figures.map(({ by }) => by.day)).toEqual(['2026-11-22'])
    })

    test('pages through the archive in the order of moments, and through payments of one moment', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const ids: string[] = []
      for (let number = 1; number <= 5; number++) {
        const authorization = { nonce: bytes32(number), validAfter: 0n, validBefore: noonSeconds - 7_200n, signature: '0xab' as const }
        const { id } = await settled(ledger, claimOf({ authorization }))
        await ledger.finalize({ ids: [id] })
        ids.push(id)
      }
      const hot = await settled(ledger, claimOf({ payer: wallet(2) }))
      await ledger.archive({ expiredBefore: noonSeconds - 3_600n, limit: 100 })
      const reading = createLedgerReading(opened.store)
      const found: string[] = []
      for (let after: SalesRow | null = null; ;) {
        const page: SalesRow[] = await reading.archivedSales({ ...span, after, limit: 2 })
        found.push(...page.map(({ id }) => id))
        const last = page.at(-1)
        if (!last) break
        after = last
      }
      expect(found).toEqual(ids.toSorted())
      expect((await reading.hotSales(span)).map(({ id }) => id)).toEqual([hot.id])
    })

    test('rates are recorded by day: published ones once, prices as they are last', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const reading = createLedgerReading(opened.store)
      const euro = { unit: 'EUR', day: '2026-11-20', usd: '1.0512', source: 'ecb' }
      const coin = { unit: 'ETH', day: '2026-11-21', usd: '3000', source: 'feed' }
      await ledger.recordRates({ rates: [euro], replace: false, at: noon })
      await ledger.recordRates({
        rates: [
          { ...euro, usd: '9' },
          { ...euro, day: '2026-11-19' },
        ],
        replace: false,
        at: noon,
      })
      await ledger.recordRates({ rates: [coin], replace: true, at: noon })
      await ledger.recordRates({ rates: [{ ...coin, usd: '3100' }], replace: true, at: noon })
      const days = { firstDay: '2026-11-20', lastDay: '2026-11-21' }
      expect(await reading.rates(days)).toEqual([{ ...coin, usd: '3100' }, euro])
      expect((await reading.rates({ ...days, firstDay: '2026-11-19' })).map(({ usd }) => usd)).toEqual(['3100', '1.0512', '1.0512'])
    })

    test('client addresses and what is on record of a payer are erased, and the books stay', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      const reading = createLedgerReading(opened.store)
      await fill(ledger)
      const before = await ledger.totals()
      const figures = await reading.salesFigures({ ...span, by: all, euro: [] })
      const kept = await reading.retentionCounts({ before: noon + dayMs })
      expect(kept).toMatchObject({ payments: 3, archived: 2 })
      let changed = 0
      // Receipts of tests do not begin with their time, so the end of all is far away.
      for (let after: string | null = ''; after !== null;) {
        const slice: { changed: number; next: string | null } = await ledger.forgetClients({
          after,
          before: Number.MAX_SAFE_INTEGER,
          limit: 1,
        })
        changed += slice.changed
        after = slice.next
      }
      const receipts = await reading.listPayments({ payer: wallet(1), state: null, offer: null, since: 0, before: null, limit: 10 })
      expect(changed).toBe(receipts.filter(({ client }) => client === '').length)
      const ids = (await reading.listPayments({ payer: wallet(3), state: null, offer: null, since: 0, before: null, limit: 10 })).map(
        ({ id }) => id,
      )
      expect(await ledger.forgetPayer({ payer: wallet(2), ids })).toEqual({ changed: 0 })
      expect(await ledger.forgetPayer({ payer: wallet(3), ids })).toEqual({ changed: 1 })
      expect(await ledger.find(ids[0]!)).toMatchObject({ client: '', fingerprint: '', keys: [], amount: 7_500n, state: 'settled' })
      expect(await ledger.answer(ids[0]!)).toBeUndefined()
      const [open] = await reading.listPayments({ payer: wallet(4), state: null, offer: null, since: 0, before: null, limit: 10 })
      expect(await ledger.forgetPayer({ payer: wallet(4), ids: [open!.id] })).toEqual({ changed: 0 })
      expect((await ledger.find(open!.id))!.client).not.toBe('')
      expect(await ledger.totals()).toEqual(before)
      expect(await reading.salesFigures({ ...span, by: all, euro: [] })).toEqual(figures)
    })

    test('gas is summed by day and network', async () => {
      await using opened = await openLedger()
      const { ledger } = opened
      for (const [nonce, day] of [
        [0, '2026-11-20'],
        [1, '2026-11-21'],
        [2, '2026-11-21'],
      ] as const) {
        const slot = { network: polygon, signer: wallet(9), nonce }
        const transaction = { hash: bytes32(nonce), raw: '0x00' as const, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon }
        await ledger.recordTransaction({ ...slot, transaction, payments: [], at: noon })
        await ledger.closeSlot({ ...slot, state: 'mined', gasGwei: 70n, day })
      }
      const reading = createLedgerReading(opened.store)
      expect(await reading.gas({ firstDay: '2026-11-20', lastDay: '2026-11-21' })).toEqual([
        { day: '2026-11-20', network: polygon, gwei: 70n },
        { day: '2026-11-21', network: polygon, gwei: 140n },
      ])
    })
  })
}
