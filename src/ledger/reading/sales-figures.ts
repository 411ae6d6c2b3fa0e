import type { Query, Row } from '../../store/store.ts'
import type { PaymentState } from '../payments/payment.ts'
import { dayMs, momentOf } from './reading-query.ts'

/** What a report may be split by, in the order of its columns. Days are UTC. */
export const salesDimensions = ['day', 'offer', 'network', 'protocol', 'payer'] as const
export type SalesDimension = (typeof salesDimensions)[number]

/** Milliseconds since the epoch: from the first moment on, before the second. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** What one euro costs on a UTC day, in millionths of a dollar. */
export interface DayPrice {
  /** YYYY-MM-DD */
  readonly day: string
  readonly usdMillionths: bigint
}

export interface SalesFiguresInput extends Span {
  readonly by: ReadonlySet<SalesDimension>
  /** Those of the days of the span that have one. */
  readonly euro: readonly DayPrice[]
}

/** The payments that agree in their state and in what the report is split by. */
export interface SalesFigure {
  readonly by: Readonly<Partial<Record<SalesDimension, string>>>
  readonly state: PaymentState
  readonly theft: boolean
  readonly final: boolean
  readonly payments: bigint
  /** Base units. */
  readonly amount: bigint
  /** Millionths of a euro: each payment converted at the price of its day, rounded to the nearest, and added up. */
  readonly euro: bigint
  /** The payments on days without a price, and the first and the last of these days; `euro` leaves them out. */
  readonly withoutPrice: { readonly payments: bigint; readonly firstDay: string; readonly lastDay: string } | null
}

const columns: Readonly<Record<SalesDimension, string>> = {
  day: 'sales.day',
  offer: 'offer_id',
  network: 'network',
  protocol: 'protocol',
  payer: 'payer',
}

/**
 * SQLite looks a price up by an index only where it expects many of them, and where days are integers; else it goes through all prices
 * for each payment. It expects 25 values in a JSON list, and 25 times as many where it is joined with another list, which has one value.
 */
const sqlitePrices = `SELECT CAST(json_extract(price.value, '$[0]') AS INTEGER) AS day, json_extract(price.value, '$[1]') AS usd
  FROM json_each(?) AS price, json_each('[0]') AS one`

/** The tables that payments are counted from: the two that have their rows, and the counts of the archived ones. */
export type CountedFrom = 'payments' | 'payments_archive' | 'archived_days'

/** Selects payments by day with `kept` of their columns, and how many each row stands for. Refunds, which we pay, are left out. */
function selectFrom(table: CountedFrom, kept: readonly string[], from: string, until: string): string {
  const rest = [...kept, 'state', 'theft', 'final', 'amount'].join(', ')
  if (table === 'archived_days')
    return `SELECT day, ${rest}, payments FROM archived_days WHERE day >= ${from} / ${dayMs} AND day < ${until} / ${dayMs} AND payments <> 0`
  return `SELECT ${momentOf} / ${dayMs} AS day, ${rest}, 1 AS payments FROM ${table}
    WHERE ${momentOf} >= ${from} AND ${momentOf} < ${until} AND timing <> 'refund'`
}

function salesFigures(table: CountedFrom, by: readonly SalesDimension[]): Query<SalesFiguresInput, SalesFigure[]> {
  const kept = by.filter((dimension) => dimension !== 'day').map((dimension) => columns[dimension])
  const list = [...by.map((dimension) => columns[dimension]), 'state', 'theft', 'final'].join(', ')
  const text = (prices: string, sales: string, whole: string) => `WITH prices AS MATERIALIZED (${prices})
    SELECT ${list}, sum(payments)${whole} AS payments, sum(payments * amount)${whole} AS amount,
      coalesce(sum(payments * ((2000000 * amount + usd) / (2 * usd))), 0)${whole} AS euro,
      sum(CASE WHEN usd IS NULL THEN payments ELSE 0 END)${whole} AS unpriced, min(CASE WHEN usd IS NULL THEN sales.day END) AS first_unpriced,
      max(CASE WHEN usd IS NULL THEN sales.day END) AS last_unpriced
    FROM (${sales}) AS sales LEFT JOIN prices ON prices.day = sales.day GROUP BY ${list} ORDER BY ${list}`
  const sqlite = text(sqlitePrices, selectFrom(table, kept, '?', '?'), '')
  const values = ({ from, until, euro }: SalesFiguresInput) => ({
    from: BigInt(from),
    until: BigInt(until),
    euro: JSON.stringify(euro.map(({ day, usdMillionths }) => [Date.parse(day) / dayMs, Number(usdMillionths)])),
  })
  return {
    // PostgreSQL takes names of 63 bytes.
    name: ['sales', table, ...by.map((dimension) => dimension.slice(0, 3))].join('_'),
    sqlite(transaction, input) {
      const given = values(input)
      return transaction.all(sqlite, given.euro, given.from, given.until).map((row) => figureOf(row, by))
    },
    postgres: {
      text: text(
        `SELECT (pair->>0)::int8 AS day, (pair->>1)::int8 AS usd FROM jsonb_array_elements(:euro::jsonb) AS pair`,
        selectFrom(table, kept, ':from::int8', ':until::int8'),
        '::int8',
      ),
      values,
      result: (rows) => rows.map((row) => figureOf(row, by)),
    },
  }
}

function figureOf(row: Row, by: readonly SalesDimension[]): SalesFigure {
  const value = (dimension: SalesDimension) => (dimension === 'day' ? dayOf(row['day'] as bigint) : (row[columns[dimension]] as string))
  const unpriced = row['unpriced'] as bigint
  return {
    by: Object.fromEntries(by.map((dimension) => [dimension, value(dimension)])),
    state: row['state'] as PaymentState,
    theft: row['theft'] === 1n,
    final: row['final'] === 1n,
    payments: row['payments'] as bigint,
    amount: row['amount'] as bigint,
    euro: row['euro'] as bigint,
    withoutPrice:
      unpriced === 0n
        ? null
        : { payments: unpriced, firstDay: dayOf(row['first_unpriced'] as bigint), lastDay: dayOf(row['last_unpriced'] as bigint) },
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

const made = new Map<string, Query<SalesFiguresInput, SalesFigure[]>>()

/** The query for this split over one of the tables. Texts are made once, since stores keep what they prepare. */
export function salesFiguresBy(table: CountedFrom, by: ReadonlySet<SalesDimension>): Query<SalesFiguresInput, SalesFigure[]> {
  const ordered = salesDimensions.filter((dimension) => by.has(dimension))
  const key = [table, ...ordered].join()
  const query = made.get(key) ?? salesFigures(table, ordered)
  made.set(key, query)
  return query
}
