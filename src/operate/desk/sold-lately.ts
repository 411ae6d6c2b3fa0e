import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import { utcDay } from '../../shared/clock.ts'
import { formatUsd } from '../../shared/money.ts'
import { makeReport } from '../report/make-report.ts'
import type { ReportLine } from '../report/report-lines.ts'

/** What one part of the sales brought. */
export interface SoldPart {
  readonly name: string
  readonly usdc: string
  /** Paid calls that were answered. */
  readonly calls: number
}

const dimensions = ['day', 'offer', 'network', 'protocol'] as const

export interface SoldLately {
  /** The first and the last UTC day, both included; the last one is today. */
  readonly firstDay: string
  readonly lastDay: string
  /** The largest first, days in their order. What brought nothing is left out, but for days. */
  readonly by: Readonly<Record<(typeof dimensions)[number], readonly SoldPart[]>>
}

/** UTC days, today included. */
const shownDays = 7
/** Milliseconds. */
const dayMs = 86_400_000

/** What the last seven UTC days brought, as `farthing report` counts it, split in four ways. */
export async function soldLately(reading: Parameters<typeof makeReport>[0] & LedgerReading, now: number): Promise<SoldLately> {
  const days = Array.from({ length: shownDays }, (_, index) => utcDay(now - (shownDays - 1 - index) * dayMs))
  const [firstDay, lastDay] = [days[0]!, days.at(-1)!]
  const { lines } = await makeReport(reading, { firstDay, lastDay, by: dimensions })
  const [byDay, offer, network, protocol] = dimensions.map((dimension) => partsOf(lines, dimension))
  const day = days.map((one) => byDay!.find(({ name }) => name === one) ?? { name: one, usdc: '0', calls: 0 })
  return { firstDay, lastDay, by: { day, offer: offer!, network: network!, protocol: protocol! } }
}

function partsOf(lines: readonly ReportLine[], dimension: (typeof dimensions)[number]): readonly SoldPart[] {
  const sums = new Map<string, { amount: bigint; payments: bigint }>()
  for (const { by, figures } of lines) {
    const name = by[dimension] ?? ''
    const sum = sums.get(name) ?? { amount: 0n, payments: 0n }
    sums.set(name, { amount: sum.amount + figures.earned.amount, payments: sum.payments + figures.earned.payments })
  }
  return [...sums]
    .filter(([, { payments }]) => payments > 0n)
    .toSorted(([, one], [, other]) => Number(other.amount - one.amount))
    .map(([name, { amount, payments }]) => ({ name, usdc: formatUsd(amount), calls: Number(payments) }))
}
