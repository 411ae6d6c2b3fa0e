import type { Query, Row } from '../../store/store.ts'
import type { PaymentState } from '../payments/payment.ts'
import { dayMs, momentOf, readingQuery } from './reading-query.ts'

/** What a report may be split by, besides the day. */
export const salesDimensions = ['offer', 'network', 'protocol', 'payer'] as const
export type SalesDimension = (typeof salesDimensions)[number]

/** Milliseconds since the epoch: from the first moment on, before the second. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** The payments of one UTC day that agree in their state and in what the report is split by. */
export interface SalesFigure {
  /** YYYY-MM-DD */
  readonly day: string
  readonly by: Readonly<Partial<Record<SalesDimension, string>>>
  readonly state: PaymentState
  readonly theft: boolean
  readonly final: boolean
  readonly payments: bigint
  /** Base units. */
  readonly amount: bigint
}

const columns: Readonly<Record<SalesDimension, string>> = { offer: 'offer_id', network: 'network', protocol: 'protocol', payer: 'payer' }

/** Our own payments (refunds) are left out. The two tables are read in one statement, so a payment that is archived meanwhile counts once. */
function salesFigures(by: readonly SalesDimension[]): Query<Span, SalesFigure[]> {
  const wanted = by.map((dimension) => columns[dimension])
  const list = ['day', ...wanted, 'state', 'theft', 'final'].join(', ')
  const from = (
    table: string,
  ) => `SELECT ${[`${momentOf} / ${dayMs} AS day`, ...wanted].join(', ')}, state, theft, final, amount FROM ${table}
    WHERE ${momentOf} >= :from AND ${momentOf} < :until AND timing <> 'refund'`
  return readingQuery({
    name: ['sales_figures', ...by].join('_'),
    text: `SELECT ${list}, count(*) AS payments, sum(amount)::int8 AS amount
      FROM (${from('payments')} UNION ALL ${from('payments_archive')}) AS sales GROUP BY ${list} ORDER BY ${list}`,
    values: ({ from: since, until }) => ({ from: BigInt(since), until: BigInt(until) }),
    result: (rows) => rows.map((row) => figureOf(row, by)),
  })
}

function figureOf(row: Row, by: readonly SalesDimension[]): SalesFigure {
  return {
    day: dayOf(row['day'] as bigint),
    by: Object.fromEntries(by.map((dimension) => [dimension, row[columns[dimension]]])) as SalesFigure['by'],
    state: row['state'] as PaymentState,
    theft: row['theft'] === 1n,
    final: row['final'] === 1n,
    payments: row['payments'] as bigint,
    amount: row['amount'] as bigint,
  }
}

const days = new Map<bigint, string>()

/** Many figures share few days. */
function dayOf(number: bigint): string {
  const known = days.get(number)
  if (known !== undefined) return known
  const text = new Date(Number(number) * dayMs).toISOString().slice(0, 10)
  days.set(number, text)
  return text
}

const made = new Map<string, Query<Span, SalesFigure[]>>()

/** The query for this split. Texts are made once, since stores keep what they prepare. */
export function salesFiguresBy(by: ReadonlySet<SalesDimension>): Query<Span, SalesFigure[]> {
  const ordered = salesDimensions.filter((dimension) => by.has(dimension))
  const key = ordered.join()
  const query = made.get(key) ?? salesFigures(ordered)
  made.set(key, query)
  return query
}
