import { networks } from '../../chain/networks.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { Sale } from '../../ledger/reading/sales-rows.ts'
import { utcDay } from '../../shared/clock.ts'
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
  const hotUntil = (moment: number): Sale[] => {
    const first = next
    while (next < hot.length && hot[next]!.moment <= moment) next += 1
    return hot.slice(first, next)
  }
  yield csvRow(header)
  for (let after: Sale | null = null; ;) {
    const page: Sale[] = await reading.archivedSales({ ...span, after, limit: pageSize })
    const last = page.at(-1)
    if (last === undefined) break
    after = last
    const rows = page.filter(({ id }) => !seen.has(id)).flatMap((payment) => [...hotUntil(payment.moment), payment])
    yield rows.map((payment) => rowOf(payment, rates)).join('')
  }
  yield hotUntil(Infinity)
    .map((payment) => rowOf(payment, rates))
    .join('')
}

function rowOf(payment: Sale, rates: EuroRates): string {
  const { moment } = payment
  const day = utcDay(moment)
  const rate = rates.rateOf(day)
  const category = categoryOf(payment)
  const earned = category === 'earned' ? payment.amount : 0n
  const euro = rates.euro(day, earned)
  return csvRow([
    payment.id,
    new Date(moment).toISOString(),
    payment.offerId,
    category,
    networks.find(({ id }) => id === payment.network)?.name ?? payment.network,
    payment.protocol,
    payment.payer,
    payment.payTo,
    formatUsd(payment.amount),
    formatUsd(earned),
    euro === null ? null : formatUsd(euro),
    rate?.usdPerEur ?? null,
    rate?.day ?? null,
    rate?.source ?? null,
    payment.transaction,
    payment.blockNumber === null ? null : String(payment.blockNumber),
    payment.final ? 'yes' : 'no',
    payment.reason,
  ])
}
