import type { EarnedInSpan } from '../../ledger/reading/earned-in-span.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { Span } from '../../ledger/reading/sales-figures.ts'
import { formatUsd } from '../../shared/money.ts'

/** What came in on one UTC day up to an hour of it. */
export interface DayFigures {
  readonly from: string
  readonly until: string
  readonly earnedUsdc: string
  /** Paid calls that were answered. */
  readonly calls: number
  readonly payingWallets: number
}

export interface ComparedDays {
  readonly today: DayFigures
  /** Up to the same time of the day. */
  readonly yesterday: DayFigures
  readonly lastWeek: DayFigures
}

const dayMs = 86_400_000

/** Today so far, and two days before it up to the same time. Days are UTC, as in reports. */
export async function compareDays(reading: Pick<LedgerReading, 'earnedInSpan'>, now: number): Promise<ComparedDays> {
  const spanOf = (days: number): Span => {
    const until = now - days * dayMs
    return { from: until - (until % dayMs), until }
  }
  const [today, yesterday, lastWeek] = await Promise.all([0, 1, 7].map(async (days) => figuresOf(reading, spanOf(days))))
  return { today: today!, yesterday: yesterday!, lastWeek: lastWeek! }
}

async function figuresOf(reading: Pick<LedgerReading, 'earnedInSpan'>, span: Span): Promise<DayFigures> {
  const { payments, amount, wallets }: EarnedInSpan = await reading.earnedInSpan(span)
  return {
    from: new Date(span.from).toISOString(),
    until: new Date(span.until).toISOString(),
    earnedUsdc: formatUsd(amount),
    calls: payments,
    payingWallets: wallets,
  }
}
