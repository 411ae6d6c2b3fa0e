import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { UnderWay } from '../../ledger/reading/money-under-way.ts'
import { utcDay } from '../../shared/clock.ts'
import { formatUsd } from '../../shared/money.ts'

/** Milliseconds: where one age of money under way ends and the next one begins. */
const ages = [60_000, 600_000, 3_600_000] as const
/** The same in words, one more than there are limits. */
export const ageWords = ['under 1 minute', '1 to 10 minutes', '10 to 60 minutes', 'over 1 hour'] as const

export interface UnderWayFigure {
  readonly age: (typeof ageWords)[number]
  readonly payments: number
  readonly usdc: string
  /** When the oldest of them was called for. */
  readonly since: string | null
}

export interface OwedFigure {
  readonly network: string
  /** Settled and not answered, and not at work. */
  readonly waiting: { readonly payments: number; readonly usdc: string }
  /** On their way back. */
  readonly refunding: { readonly payments: number; readonly usdc: string }
  /** Given back today (UTC), and final. */
  readonly refundedToday: { readonly payments: number; readonly usdc: string }
}

/** Credits that are counted. With more, the figure is too low. */
const maxCredits = 10_000

/** What is neither settled nor ended, by age. */
export async function underWay(reading: Pick<LedgerReading, 'moneyUnderWay'>, now: number): Promise<readonly UnderWayFigure[]> {
  const open = await reading.moneyUnderWay({ now, ages })
  return ageWords.map((age, index) =>
    figureOf(
      age,
      open.filter((one) => one.age === index),
    ),
  )
}

function figureOf(age: UnderWayFigure['age'], open: readonly UnderWay[]): UnderWayFigure {
  const oldest = open.length === 0 ? null : Math.min(...open.map((one) => one.oldest))
  return {
    age,
    payments: open.reduce((sum, { payments }) => sum + payments, 0),
    usdc: formatUsd(open.reduce((sum, { amount }) => sum + amount, 0n)),
    since: oldest === null ? null : new Date(oldest).toISOString(),
  }
}

/** What payers are owed, by network. */
export async function creditsOwed(reading: Pick<LedgerReading, 'creditFigures'>, now: number): Promise<readonly OwedFigure[]> {
  const figures = await reading.creditFigures({ day: utcDay(now), limit: maxCredits })
  const shown = ({ payments, amount }: { readonly payments: number; readonly amount: bigint }) => ({ payments, usdc: formatUsd(amount) })
  return figures.map(({ network, waiting, refunding, refunded }) => ({
    network,
    waiting: shown(waiting),
    refunding: shown(refunding),
    refundedToday: shown(refunded),
  }))
}
