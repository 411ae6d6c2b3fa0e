import type { Query, Store } from '../../store/store.ts'
import { daysAreCounted } from '../housekeeping/archived-days.ts'
import { dayMs, readingQuery } from './reading-query.ts'
import { salesDimensions, salesFiguresBy, type SalesFigure, type SalesFiguresInput, type Span } from './sales-figures.ts'

/** Archived payments that are read without a pause, as far as days allow. */
const slicePayments = 50_000
/** About twice as long as it takes to read one on a quiet machine, so that reading takes a third of a processor there. */
const pauseMsPerPayment = 0.002

/**
 * What was sold in whole UTC days. The archived payments of each day are counted already; but not by payer, so then their rows are read,
 * in slices with pauses.
 */
export async function readSales(
  store: Pick<Store, 'read'>,
  input: SalesFiguresInput,
  pause: (ms: number) => Promise<void>,
): Promise<SalesFigure[]> {
  if (input.from % dayMs !== 0 || input.until % dayMs !== 0) throw new RangeError('sales are added up by whole days')
  const { by } = input
  const parts = [await store.read(salesFiguresBy('payments', by), input)]
  if (!by.has('payer') && (await store.read(daysAreCounted, undefined)))
    return joined([...parts, await store.read(salesFiguresBy('archived_days', by), input)])
  for (const { payments, ...slice } of slicesOf(input, await store.read(paymentsOfDays, input))) {
    parts.push(await store.read(salesFiguresBy('payments_archive', by), { ...input, ...slice }))
    await pause(payments * pauseMsPerPayment)
  }
  return joined(parts)
}

interface DayCount {
  /** When the day begins. */
  readonly from: number
  readonly payments: number
}

const paymentsOfDays: Query<Span, DayCount[]> = readingQuery({
  name: 'payments_of_days',
  text: `SELECT day, sum(payments)::int8 AS payments FROM archived_days WHERE day >= :from::int8 / ${dayMs} AND day < :until::int8 / ${dayMs}
    GROUP BY day ORDER BY day`,
  values: ({ from, until }) => ({ from: BigInt(from), until: BigInt(until) }),
  result: (rows) => rows.map((row) => ({ from: Number(row['day']) * dayMs, payments: Number(row['payments']) })),
})

/** All of the span, in parts of about as many payments. The counts need not have all payments: then some parts are larger. */
function slicesOf({ from, until }: Span, days: readonly DayCount[]): (Span & { readonly payments: number })[] {
  const slices: (Span & { readonly payments: number })[] = []
  let begin = from
  let payments = 0
  for (const day of days) {
    payments += day.payments
    if (payments < slicePayments) continue
    slices.push({ from: begin, until: day.from + dayMs, payments })
    begin = day.from + dayMs
    payments = 0
  }
  return begin < until ? [...slices, { from: begin, until, payments }] : slices
}

/** Adds up the figures of each group. */
function joined(parts: readonly (readonly SalesFigure[])[]): SalesFigure[] {
  const groups = new Map<string, SalesFigure>()
  for (const figure of parts.flat()) {
    const { by, state, theft, final } = figure
    const key = `${salesDimensions.map((dimension) => by[dimension]).join('\n')}\n${state} ${theft} ${final}`
    const known = groups.get(key)
    groups.set(key, known === undefined ? figure : sumOf(known, figure))
  }
  return [...groups.values()]
}

function sumOf(one: SalesFigure, other: SalesFigure): SalesFigure {
  return {
    ...one,
    payments: one.payments + other.payments,
    amount: one.amount + other.amount,
    euro: one.euro + other.euro,
    withoutPrice: bothWithoutPrice(one.withoutPrice, other.withoutPrice),
  }
}

function bothWithoutPrice(one: SalesFigure['withoutPrice'], other: SalesFigure['withoutPrice']): SalesFigure['withoutPrice'] {
  if (one === null || other === null) return one ?? other
  return {
    payments: one.payments + other.payments,
    firstDay: one.firstDay < other.firstDay ? one.firstDay : other.firstDay,
    lastDay: one.lastDay > other.lastDay ? one.lastDay : other.lastDay,
  }
}
