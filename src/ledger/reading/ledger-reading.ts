import type { Query, Store } from '../../store/store.ts'
import type { Payment } from '../payments/payment.ts'
import {
  gasOfDays,
  modelSpendingOfDays,
  refundsOfDays,
  type Days,
  type GasOfDay,
  type ModelSpendingOfDay,
  type RefundsOfDay,
} from './costs-and-refunds.ts'
import { ratesOfDays, type ReferenceRate } from './reference-rates.ts'
import { salesFiguresBy, type SalesDimension, type SalesFigure, type Span } from './sales-figures.ts'
import { archivedSales, hotSales, type SalesPage } from './sales-rows.ts'

/**
 * What the operator reads in the books: questions that may go through all of them, so they are never asked on the connection that
 * sells. A command asks them in a process of its own.
 */
export interface LedgerReading {
  /** By UTC day and what the report is split by, in that order. */
  salesFigures(input: Span & { readonly by: ReadonlySet<SalesDimension> }): Promise<SalesFigure[]>
  hotSales(input: Span): Promise<Payment[]>
  archivedSales(input: SalesPage): Promise<Payment[]>
  gas(input: Days): Promise<GasOfDay[]>
  refunds(input: Days): Promise<RefundsOfDay[]>
  modelSpending(input: Days): Promise<ModelSpendingOfDay[]>
  rates(input: Days): Promise<ReferenceRate[]>
  close(): Promise<void>
}

export function createLedgerReading(store: Pick<Store, 'read' | 'close'>): LedgerReading {
  const reads =
    <Input, Output>(query: Query<Input, Output>) =>
    (input: Input) =>
      store.read(query, input)
  return {
    salesFigures: ({ by, ...span }) => store.read(salesFiguresBy(by), span),
    hotSales: reads(hotSales),
    archivedSales: reads(archivedSales),
    gas: reads(gasOfDays),
    refunds: reads(refundsOfDays),
    modelSpending: reads(modelSpendingOfDays),
    rates: reads(ratesOfDays),
    close: () => store.close(),
  }
}
