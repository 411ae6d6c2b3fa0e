import { networks } from '../../chain/networks.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { SalesRow } from '../../ledger/reading/sales-rows.ts'
import { formatUsd } from '../../shared/money.ts'
import { csvRow } from './csv.ts'
import type { EuroRates } from './euro-rates.ts'
import { readRates, spanOf } from './make-report.ts'
import { categoryOf } from './report-lines.ts'
import type { Days } from '../../ledger/reading/costs-and-refunds.ts'

const pageSize = 5_000

const header = [
  'receipt',
  'time_utc',
  'offer',
  'category',
  'network',
  'protocol',
  'payer',
  'pay_to',
  'price_usdc',
  'earned_usdc',
  'earned_eur',
  'usd_per_eur',
  'rate_day',
  'rate_source',
  'transaction',
  'block',
  'final',
  'reason',
]

/**
 * One row per payment, in the order of time, as text of some thousand rows each. Rows that move to the archive meanwhile are written once.
 */
export async function* salesCsv(reading: Pick<LedgerReading, 'hotSales' | 'archivedSales' | 'rates'>, days: Days): AsyncGenerator<string> {
  const rates = await readRates(reading, days)
  const span = spanOf(days)
  // Hot rows first, so that none is missed which is archived between the two.
  const hot = await reading.hotSales(span)
  const seen = new Set(hot.map(({ id }) => id))
  let next = 0
  const hotUntil = (moment: number): SalesRow[] => {
    const first = next
    while (next < hot.length && hot[next]!.moment <= moment) next += 1
    return hot.slice(first, next)
  }
  const rowOf = rowWriter(rates)
  const pageAfter = (after: SalesRow | null) => reading.archivedSales({ ...span, after, limit: pageSize })
  yield csvRow(header)
  for (let reading = pageAfter(null); ;) {
    const page = await reading
    const last = page.at(-1)
    if (last === undefined) break
    // The database reads on while these are written. A failure is thrown where it is awaited.
    reading = pageAfter(last)
    reading.catch(() => {})
    const rows = page.filter(({ id }) => !seen.has(id)).flatMap((payment) => [...hotUntil(payment.moment), payment])
    yield rows.map(rowOf).join('')
  }
  yield hotUntil(Infinity).map(rowOf).join('')
}

/** What many payments of a day have in common. */
interface PriceCells {
  readonly price: string
  readonly euro: string | null
}

/** Writes rows. Payments of one day are few prices, so each is converted once as long as rows are in the order of time. */
function rowWriter(rates: EuroRates): (payment: SalesRow) => string {
  const names = new Map<string, string>(networks.map(({ id, name }) => [id, name]))
  let day = ''
  let rate = rates.rateOf(day)
  let known = new Map<bigint, PriceCells>()

  function cellsOf(amount: bigint): PriceCells {
    const cells = known.get(amount)
    if (cells) return cells
    const euro = rates.euro(day, amount)
    const made = { price: formatUsd(amount), euro: euro === null ? null : formatUsd(euro) }
    known.set(amount, made)
    return made
  }

  return (payment) => {
    const time = new Date(payment.moment).toISOString()
    if (!time.startsWith(day) || day === '') {
      day = time.slice(0, 10)
      rate = rates.rateOf(day)
      known = new Map()
    }
    const category = categoryOf(payment)
    const { price } = cellsOf(payment.amount)
    const earned = category === 'earned' ? cellsOf(payment.amount) : cellsOf(0n)
    return csvRow([
      payment.id,
      time,
      payment.offerId,
      category,
      names.get(payment.network) ?? payment.network,
      payment.protocol,
      payment.payer,
      payment.payTo,
      price,
      earned.price,
      earned.euro,
      rate?.usdPerEur ?? null,
      rate?.day ?? null,
      rate?.source ?? null,
      payment.transaction,
      payment.blockNumber === null ? null : String(payment.blockNumber),
      payment.final ? 'yes' : 'no',
      payment.reason,
    ])
  }
}
