import type { Query, Store } from '../../store/store.ts'
import { readCounts, sumCounts, type ReadCountsInput, type StoredCount } from '../counts/read-counts.ts'
import type { HookEvent } from '../hooks/hook-event.ts'
import { listHooks, type ListHooksInput } from '../hooks/hook-queue.ts'
import { find } from '../payments/find.ts'
import type { Payment } from '../payments/payment.ts'
import { priceHistory, priceOrders, type PastPrice, type PriceOrder } from '../prices/price-orders.ts'
import { refundOf } from '../refunds/refundable.ts'
import type { Refund } from '../refunds/refund.ts'
import { creditFigures, type CreditFiguresInput, type CreditsOfNetwork } from '../refunds/credit-figures.ts'
import { auditTrail, type TrailEvent, type TrailFilter } from './audit-trail.ts'
import { earnedInSpan, type EarnedInSpan } from './earned-in-span.ts'
import { answerKeptUntil, auditOf, listPayments, paymentsOfTransaction, type AuditedEvent, type PaymentsFilter } from './find-payments.ts'
import { moneyUnderWay, type UnderWay, type UnderWayInput } from './money-under-way.ts'
import { payerStatus, type PayerStatus } from './payer-status.ts'
import {
  gasOfDays,
  modelSpendingOfDays,
  refundsOfDays,
  type Days,
  type GasOfDay,
  type ModelSpendingOfDay,
  type RefundsOfDay,
} from './costs-and-refunds.ts'
import { retentionCounts, type RetentionCounts } from './retention-counts.ts'
import { signerStatus, type SignerStatus } from './signer-status.ts'
import { ratesOfDays, type ReferenceRate } from './reference-rates.ts'
import { readSales } from './read-sales.ts'
import type { SalesFigure, SalesFiguresInput, Span } from './sales-figures.ts'
import { archivedSales, hotSales, type SalesRow, type SalesPage } from './sales-rows.ts'

/**
 * What the operator reads in the books: questions that may go through all of them, so they are never asked on the connection that
 * sells. A command asks them in a process of its own.
 */
export interface LedgerReading {
  /** From one snapshot, or while no payment moves. Each group once, in no order. */
  salesFigures(input: SalesFiguresInput): Promise<SalesFigure[]>
  hotSales(input: Span): Promise<SalesRow[]>
  archivedSales(input: SalesPage): Promise<SalesRow[]>
  gas(input: Days): Promise<GasOfDay[]>
  refunds(input: Days): Promise<RefundsOfDay[]>
  modelSpending(input: Days): Promise<ModelSpendingOfDay[]>
  rates(input: Days): Promise<ReferenceRate[]>
  find(id: string): Promise<Payment | undefined>
  refundOf(id: string): Promise<Refund | undefined>
  listPayments(input: PaymentsFilter): Promise<Payment[]>
  paymentsOfTransaction(input: { readonly hash: string; readonly limit: number }): Promise<Payment[]>
  auditOf(input: { readonly subject: string }): Promise<AuditedEvent[]>
  auditTrail(input: TrailFilter): Promise<TrailEvent[]>
  earnedInSpan(input: Span): Promise<EarnedInSpan>
  moneyUnderWay(input: UnderWayInput): Promise<UnderWay[]>
  creditFigures(input: CreditFiguresInput): Promise<CreditsOfNetwork[]>
  answerKeptUntil(input: { readonly id: string }): Promise<number | null>
  /** `hour`: the present one in UTC, as `utcHour` gives it. */
  payerStatus(input: { readonly payer: string; readonly now: number; readonly hour: string }): Promise<PayerStatus>
  retentionCounts(input: { readonly before: number }): Promise<RetentionCounts>
  counts(input: ReadCountsInput): Promise<StoredCount[]>
  /** Summed by key over the time that is asked for. */
  sumOfCounts(input: ReadCountsInput): Promise<Omit<StoredCount, 'start'>[]>
  signerStatus(input: { readonly signer: string }): Promise<SignerStatus>
  priceHistory(input: { readonly offer: string | null }): Promise<PastPrice[]>
  priceOrders(): Promise<PriceOrder[]>
  hooks(input: ListHooksInput): Promise<HookEvent[]>
  close(): Promise<void>
}

/** @param pause waits between the parts of what takes long, so that sales beside it are not slowed down; it does not wait unless given */
export function createLedgerReading(
  store: Pick<Store, 'read' | 'close'>,
  pause: (ms: number) => Promise<void> = async () => {},
): LedgerReading {
  const reads =
    <Input, Output>(query: Query<Input, Output>) =>
    (input: Input) =>
      store.read(query, input)
  return {
    salesFigures: (input) => readSales(store, input, pause),
    hotSales: reads(hotSales),
    archivedSales: reads(archivedSales),
    gas: reads(gasOfDays),
    refunds: reads(refundsOfDays),
    modelSpending: reads(modelSpendingOfDays),
    rates: reads(ratesOfDays),
    find: reads(find),
    refundOf: reads(refundOf),
    listPayments: reads(listPayments),
    paymentsOfTransaction: reads(paymentsOfTransaction),
    auditOf: reads(auditOf),
    auditTrail: reads(auditTrail),
    earnedInSpan: reads(earnedInSpan),
    moneyUnderWay: reads(moneyUnderWay),
    creditFigures: reads(creditFigures),
    answerKeptUntil: reads(answerKeptUntil),
    payerStatus: reads(payerStatus),
    retentionCounts: reads(retentionCounts),
    counts: reads(readCounts),
    sumOfCounts: reads(sumCounts),
    signerStatus: reads(signerStatus),
    priceHistory: reads(priceHistory),
    hooks: reads(listHooks),
    priceOrders: () => store.read(priceOrders, undefined),
    close: () => store.close(),
  }
}
