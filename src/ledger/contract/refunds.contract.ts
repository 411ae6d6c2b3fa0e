import { describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import type { Payment } from '../payments/payment.ts'
import { engineDownReason } from '../refunds/refundable.ts'
import type { AskRefundInput } from '../refunds/refund.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  hello,
  noon,
  noonSeconds,
  settled,
  settledTransfer,
  settlementOf,
  today,
  transferOf,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const refundWallet = wallet(0xf00d)
let count = 0

/** A credit of a payment that was settled first, whose block is final unless told otherwise. */
export async function creditOf(ledger: Ledger, changes = {}, { final = true } = {}): Promise<Payment> {
  const ordered = (await ledger.order(await claimed(ledger, claimOf(changes))))!
  await ledger.settle([settlementOf(ordered.id)])
  if (final) await ledger.finalize({ ids: [ordered.id] })
  return (await ledger.find(ordered.id))!
}

export function refundFor(credit: Payment, changes: Partial<AskRefundInput> = {}): AskRefundInput {
  const authorization = {
    nonce: bytes32(0x5000_0000 + Number(BigInt(`0x${credit.id.slice(0, 6)}`))),
    validAfter: 0n,
    validBefore: noonSeconds + 600n,
    signature: '0xabcd',
  } as const
  return {
    credit,
    day: today,
    at: noon + 50,
    reason: 'unused',
    limits: { perDay: 1_000_000n, perPayer: 1_000_000n },
    refund: {
      id: `refund${++count}`.padEnd(32, '0'),
      from: refundWallet,
      net: credit.amount - 500n,
      authorization,
      instance: 'here',
      leaseUntil: noon + 60_000,
      claimBlock: 100n,
    },
    ...changes,
  }
}

const run = { offerId: 'market-price', fingerprint: 'again', client: 'there', instance: 'here', leaseUntil: noon + 60_000, maxRuns: 3 }
const closed = { closedBefore: noonSeconds + 3_600n }

export function refundsContract(open: OpenLedger): void {
  describe('a refund', () => {
    test('takes the credit, is settled to its payer, and ends with it once it is final', async () => {
      await using opened = await open()
      const { ledger } = opened
      const credit = await creditOf(ledger)
      const asked = await ledger.askRefund(refundFor(credit))
      if (asked.result !== 'asked') throw new Error(asked.result)
      const { payment: refund } = asked
      expect(refund).toEqual(await ledger.find(refund.id))
      expect(refund).toMatchObject({ state: 'served', timing: 'refund', payer: refundWallet, payTo: credit.payer, amount: 7_000n })
      expect(await ledger.find(credit.id)).toMatchObject({ state: 'refunding', reason: 'unused', epoch: credit.epoch + 1 })
      expect(await ledger.refundOf(credit.id)).toMatchObject({ id: refund.id, amount: 7_500n, net: 7_000n, outcome: null })
      expect(await ledger.endRefunds(closed)).toEqual([])
      expect(await ledger.settle([settlementOf(refund.id)])).toMatchObject([{ state: 'settled', timing: 'refund' }])
      expect(await ledger.endRefunds(closed)).toEqual([])
      await ledger.finalize({ ids: [refund.id] })
      expect(await ledger.endRefunds(closed)).toMatchObject([{ id: refund.id, paymentId: credit.id, outcome: 'confirmed' }])
      expect(await ledger.endRefunds(closed)).toEqual([])
      expect(await ledger.find(credit.id)).toMatchObject({ state: 'refunded' })
      expect(await ledger.refundOf(credit.id)).toMatchObject({ outcome: 'confirmed' })
    })

    test('is counted with the credits that wait, by network, and what a day has begun and ended', async () => {
      await using opened = await open()
      const { ledger } = opened
      const figures = (day = today) => ledger.creditFigures({ day, limit: 100 })
      const none = { payments: 0, amount: 0n }
      expect(await figures()).toEqual([])
      await settled(ledger, claimOf())
      const credit = await creditOf(ledger)
      const other = await creditOf(ledger, { amount: 9_000n })
      const network = credit.network
      const [one, two] = [
        { payments: 1, amount: 7_500n },
        { payments: 1, amount: 9_000n },
      ]
      expect(await figures()).toEqual([
        { network, waiting: { payments: 2, amount: 16_500n }, refunding: none, refunded: none, asked: none },
      ])
      expect(await ledger.creditFigures({ day: today, limit: 1 })).toMatchObject([{ waiting: { payments: 1 } }])
      const asked = await ledger.askRefund(refundFor(credit))
      if (asked.result !== 'asked') throw new Error(asked.result)
      expect(await figures()).toEqual([{ network, waiting: two, refunding: one, refunded: none, asked: one }])
      await ledger.settle([settlementOf(asked.payment.id)])
      await ledger.finalize({ ids: [asked.payment.id] })
      await ledger.endRefunds(closed)
      expect(await figures()).toEqual([{ network, waiting: two, refunding: none, refunded: one, asked: one }])
      expect(await figures('2000-01-01')).toEqual([{ network, waiting: two, refunding: none, refunded: none, asked: none }])
      await ledger.beginRun({ ...other, ...run })
      expect(await figures()).toEqual([{ network, waiting: none, refunding: none, refunded: one, asked: one }])
    })

    test('is one for a credit, whoever asks at the same time, and the credit buys nothing more', async () => {
      await using opened = await open()
      const { ledger } = opened
      const credit = await creditOf(ledger)
      const asked = await Promise.all([1, 2, 3].map(() => ledger.askRefund(refundFor(credit))))
      expect(asked.map(({ result }) => result).toSorted()).toEqual(['asked', 'no_credit', 'no_credit'])
      expect(await ledger.beginRun({ ...(await ledger.find(credit.id))!, ...run })).toBeUndefined()
    })

    test('or the run that a credit buys: one of them gets it', async () => {
      await using opened = await open()
      const { ledger } = opened
      const credit = await creditOf(ledger)
      const [asked, running] = await Promise.all([ledger.askRefund(refundFor(credit)), ledger.beginRun({ ...credit, ...run })])
      expect(asked.result === 'asked').toBe(running === undefined)
    })

    test.each([
      ['whose settlement is not final', (ledger: Ledger) => creditOf(ledger, {}, { final: false })],
      ['that was answered', (ledger: Ledger) => settled(ledger, claimOf())],
      ['that is a transfer', (ledger: Ledger) => settledTransfer(ledger, transferOf())],
    ])('is refused for a payment %s', async (_, make) => {
      await using opened = await open()
      const payment = await make(opened.ledger)
      expect(await opened.ledger.askRefund(refundFor(payment))).toEqual({ result: 'no_credit' })
      expect(await opened.ledger.find(payment.id)).toEqual(payment)
    })

    test('is never one of a payment that was answered', async () => {
      await using opened = await open()
      const { ledger } = opened
      const credit = await creditOf(ledger)
      const running = (await ledger.beginRun({ ...credit, ...run }))!
      expect(await ledger.askRefund(refundFor(running))).toEqual({ result: 'no_credit' })
      const answered = (await ledger.serveRun({ ...running, answer: hello, at: noon }))!
      expect(await ledger.askRefund(refundFor(answered))).toEqual({ result: 'no_credit' })
    })

    test('stays within what the day and the payer may get', async () => {
      await using opened = await open()
      const { ledger } = opened
      const limits = { perDay: 20_000n, perPayer: 10_000n }
      const ask = async (payer: number, day = today) =>
        ledger.askRefund(refundFor(await creditOf(ledger, { payer: wallet(payer) }), { limits, day }))
      expect(await ask(1)).toMatchObject({ result: 'asked' })
      expect(await ask(1)).toEqual({ result: 'over_limit', by: 'payer' })
      expect(await ask(2)).toMatchObject({ result: 'asked' })
      expect(await ask(3)).toEqual({ result: 'over_limit', by: 'day' })
      expect(await ask(3, '2026-11-30')).toMatchObject({ result: 'asked' })
    })

    test('that cannot be sent any more leaves the credit, which may be given back again with the same nonce', async () => {
      await using opened = await open()
      const { ledger } = opened
      const credit = await creditOf(ledger)
      const first = refundFor(credit)
      await ledger.askRefund(first)
      expect(await ledger.refuse({ id: first.refund.id, reason: 'no_money', at: noon })).toMatchObject({ state: 'refused' })
      expect(await ledger.endRefunds({ closedBefore: noonSeconds })).toEqual([])
      expect(await ledger.endRefunds(closed)).toMatchObject([{ outcome: 'failed' }])
      const again = (await ledger.find(credit.id))!
      expect(again).toMatchObject({ state: 'credit', reason: 'refund_failed' })
      const second = refundFor(again, { at: noon + 90 })
      expect(await ledger.askRefund(second)).toMatchObject({ result: 'asked', payment: { id: second.refund.id } })
      expect(await ledger.refundOf(credit.id)).toMatchObject({ id: second.refund.id, outcome: null })
      expect(await ledger.settle([settlementOf(second.refund.id)])).toMatchObject([{ state: 'settled' }])
    })

    test('is taken up by itself where the credit is used up or left unused', async () => {
      await using opened = await open()
      const { ledger } = opened
      const due = async (unusedSince: number) =>
        (await ledger.refundable({ maxRuns: 1, unusedSince, limit: 10 })).map(({ id }) => id).toSorted()
      const unused = await creditOf(ledger)
      const used = await creditOf(ledger)
      await creditOf(ledger, {}, { final: false })
      expect(await due(0)).toEqual([])
      await ledger.failRun({ ...(await ledger.beginRun({ ...used, ...run }))!, reason: 'run_failed' })
      expect(await due(0)).toEqual([used.id])
      expect(await due(unused.settledAt!)).toEqual([unused.id, used.id].toSorted())
    })

    test('is due at once where an engine of ours failed its work', async () => {
      await using opened = await open()
      const { ledger } = opened
      const credit = await creditOf(ledger)
      await creditOf(ledger)
      await ledger.failRun({ ...(await ledger.beginRun({ ...credit, ...run }))!, reason: engineDownReason })
      expect((await ledger.refundable({ maxRuns: 3, unusedSince: 0, limit: 10 })).map(({ id }) => id)).toEqual([credit.id])
    })

    test('is no income and brings nothing to the gas budget', async () => {
      await using opened = await open()
      const { ledger } = opened
      const before = await ledger.networkSpending({ network: base, day: today })
      const credit = await creditOf(ledger)
      await ledger.askRefund(refundFor(credit))
      expect(await ledger.totals()).toMatchObject([{ state: 'refunding', payments: 1n, amount: 7_500n }])
      const { unsettledValue } = await ledger.networkSpending({ network: base, day: today })
      expect(unsettledValue).toBe(before.unsettledValue)
    })
  })
}
