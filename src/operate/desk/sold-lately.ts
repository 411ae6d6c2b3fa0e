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

interface AskedLately {
  readonly now: number
  /** The line of each offer. An offer that is no longer sold is a line of its own. */
  readonly lines: Readonly<Record<string, string>>
}

export interface SoldLately {
  /** The first and the last UTC day, both included; the last one is today. */
  readonly firstDay: string
  readonly lastDay: string
  /** The largest first, days in their order. What brought nothing is left out, but for days. */
  readonly by: Readonly<Record<(typeof dimensions)[number] | 'line', SoldPart[]>>
}

/** UTC days, today included. */
const shownDays = 7
/** Milliseconds. */
const dayMs = 86_400_000

/** What the last seven UTC days brought, as `farthing report` counts it, split in five ways. */
export async function soldLately(reading: LedgerReading, { now, lines: lineOf }: AskedLately): Promise<SoldLately> {
  const days = Array.from({ length: shownDays }, (_, index) => utcDay(now - (shownDays - 1 - index) * dayMs))
  const [firstDay, lastDay] = [days[0]!, days.at(-1)!]
  const { lines } = await makeReport(reading, { firstDay, lastDay, by: dimensions })
  const split = (nameOf: (by: ReportLine['by']) => string | undefined) => partsOf(lines, nameOf)
  const byDay = split(({ day }) => day)
  return {
    firstDay,
    lastDay,
    by: {
      day: days.map((one) => byDay.find(({ name }) => name === one) ?? { name: one, usdc: '0', calls: 0 }),
      line: split(({ offer = '' }) => (Object.hasOwn(lineOf, offer) ? lineOf[offer] : offer)),
      offer: split(({ offer }) => offer),
      network: split(({ network }) => network),
      protocol: split(({ protocol }) => protocol),
    },
  }
}

function partsOf(lines: readonly ReportLine[], nameOf: (by: ReportLine['by']) => string | undefined): SoldPart[] {
  const sums = new Map<string, { amount: bigint; payments: bigint }>()
  for (const { by, figures } of lines) {
    const name = nameOf(by) ?? ''
    const sum = sums.get(name) ?? { amount: 0n, payments: 0n }
    sums.set(name, { amount: sum.amount + figures.earned.amount, payments: sum.payments + figures.earned.payments })
  }
  return [...sums]
    .filter(([, { payments }]) => payments > 0n)
    .toSorted(([, one], [, other]) => Number(other.amount - one.amount))
    .map(([name, { amount, payments }]) => ({ name, usdc: formatUsd(amount), calls: Number(payments) }))
}
