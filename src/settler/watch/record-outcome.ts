import type { TransactionReceipt } from '../../chain/chain.ts'
import { settlementsIn } from '../../chain/settlement-logs.ts'
import { utcDay, utcHour } from '../../shared/clock.ts'
import { formatUsd } from '../../shared/money.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Finality } from './finality.ts'
import { paysUs } from './resolve-payment.ts'
import type { PaidAt, RefusedReason } from './resolve-payment.ts'
import { outcomeOf } from '../settlements.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** Writes how payments end into the ledger, and answers the callers that wait. The ledger decides. */
export interface OutcomeRecorder {
  /** Settles what this receipt proves to be paid, in one unit; gives how many it was. */
  receipt(settlements: readonly PendingSettlement[], receipt: TransactionReceipt): Promise<number>
  settled(settlement: PendingSettlement, paidAt: PaidAt): Promise<void>
  refused(settlement: PendingSettlement, reason: RefusedReason, bar: boolean): Promise<void>
  reversed(settlement: PendingSettlement, reason: RefusedReason): Promise<void>
  /** It was answered before it was settled, and can't be collected. */
  owed(settlement: PendingSettlement, reason: RefusedReason): Promise<void>
  /** Its payer may buy nothing for a while, since it failed. */
  bar(settlement: PendingSettlement, reason: RefusedReason): Promise<void>
  /** Reads the end from the row, where another instance has written it. */
  fromRow(settlement: PendingSettlement): Promise<void>
}

/** Which of these payments a receipt proves to be paid, and where on chain. */
export function paidIn(
  payments: readonly Payment[],
  receipt: TransactionReceipt,
  asset: { readonly asset: `0x${string}` },
): Map<string, PaidAt> {
  const proofs = new Map(settlementsIn(receipt, asset).map((proof) => [`${proof.payer}:${proof.nonce}`, proof]))
  const paid = new Map<string, PaidAt>()
  for (const payment of payments) {
    const proof = proofs.get(`${payment.payer.toLowerCase()}:${payment.authorization?.nonce.toLowerCase()}`)
    if (proof === undefined || !paysUs(payment, { ...proof, from: proof.payer })) continue
    paid.set(payment.id, {
      transaction: receipt.hash,
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      logIndex: proof.logIndex,
      occurrence: proof.occurrence,
    })
  }
  return paid
}

export function createOutcomeRecorder(parts: NetworkParts & { readonly finality: Finality }): OutcomeRecorder {
  const { chain, ledger, clock, policy, metrics, recordSale, settlements: running, finality } = parts
  const network = chain.network.id
  const log = parts.log.child({ network })

  async function settle(paid: readonly { settlement: PendingSettlement; paidAt: PaidAt }[]): Promise<void> {
    if (paid.length === 0) return
    const at = clock.now()
    const changed = await ledger.settle(
      paid.map(({ settlement: { payment }, paidAt }) => ({
        id: payment.id,
        ...paidAt,
        at,
        ...(payment.state === 'served' && { served: payment }),
      })),
    )
    const byId = new Map(changed.map((payment) => [payment.id, payment]))
    for (const { settlement } of paid) {
      const payment = byId.get(settlement.payment.id)
      if (payment === undefined) {
        await fromRow(settlement)
        continue
      }
      // Work that is paid for first is recorded where it is answered.
      if (payment.timing !== 'first') recordSale(payment)
      finality.track(payment)
      running.end(settlement, { kind: 'settled', payment })
    }
  }

  async function fromRow(settlement: PendingSettlement): Promise<void> {
    const payment = await ledger.find(settlement.payment.id)
    if (payment === undefined) return
    settlement.payment = payment
    const outcome = outcomeOf(payment)
    if (outcome) running.end(settlement, outcome)
  }

  async function barPayer(payer: Payment['payer'], reason: RefusedReason): Promise<void> {
    const until = clock.now() + policy.barMs
    await ledger.barPayer({ payer, until, reason })
    running.bar(payer, until)
  }

  return {
    async receipt(settlements, receipt) {
      const open = settlements.filter((settlement) => settlement.phase !== 'ended')
      const paid = paidIn(
        open.map((settlement) => settlement.payment),
        receipt,
        chain.network,
      )
      await settle(
        open.flatMap((settlement) => {
          const paidAt = paid.get(settlement.payment.id)
          return paidAt ? [{ settlement, paidAt }] : []
        }),
      )
      return paid.size
    },
    settled: (settlement, paidAt) => settle([{ settlement, paidAt }]),
    async refused(settlement, reason, mayBar) {
      const { id, payer, timing } = settlement.payment
      const at = clock.now()
      // A refund is a payment of our own.
      const bar = mayBar && timing !== 'refund'
      if (bar) await barPayer(payer, reason)
      const counted = bar ? { counted: { hour: utcHour(at), contract: settlement.contract } } : {}
      const payment = await ledger.refuse({ id, reason, at, ...counted })
      if (payment === undefined) return fromRow(settlement)
      log.warn({ payment: id, reason }, 'settlement refused')
      running.end(settlement, { kind: 'refused', payment, reason })
    },
    async reversed(settlement, reason) {
      const { id, amount } = settlement.payment
      const payment = await ledger.reverse({ id, reason, at: clock.now() })
      if (payment === undefined) return fromRow(settlement)
      metrics.reversedValue.add({ network }, Number(amount))
      log.error(
        { ...alarmFields('reversed'), payment: id, reason, usdc: formatUsd(amount) },
        'an answered payment was reorganised away and cannot be collected: booked as a loss',
      )
      running.end(settlement, { kind: 'refused', payment, reason })
    },
    async owed(settlement, reason) {
      const { id, amount, payer, reason: owedBefore } = settlement.payment
      const at = clock.now()
      const payment = await ledger.bookOwed({ id, reason, day: utcDay(at), at })
      if (payment === undefined) return fromRow(settlement)
      running.forget(payer)
      running.bar(payer, 0)
      if (owedBefore === null) {
        metrics.owedValue.add({ network }, Number(amount))
        metrics.alarms.add({ network, alarm: 'early_answer_owed' })
      }
      log.error(
        { ...alarmFields('early_answer_owed'), payment: id, payer, reason, usdc: formatUsd(amount) },
        'an early answer cannot be collected: its payer owes it',
      )
      running.end(settlement, { kind: 'refused', payment, reason })
    },
    async bar({ payment: { payer } }, reason) {
      // It is tried again and again, and each bar is an event of its own for the operator.
      if (running.barredUntil(payer) < clock.now() + policy.barMs / 2) await barPayer(payer, reason)
    },
    fromRow,
  }
}
