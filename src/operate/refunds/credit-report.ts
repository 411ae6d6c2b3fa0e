import type { Ledger } from '../../ledger/ledger.ts'
import type { CreditsOfNetwork } from '../../ledger/refunds/credit-figures.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { utcDay, type Clock } from '../../shared/clock.ts'
import type { Metrics } from '../../shared/metrics.ts'

/** What payers are owed, as `/status` says it: credits, and what is given back of them. */
export interface CreditStatus {
  readonly networks: readonly CreditsOfNetwork[]
  /** Per UTC day, in base units; null where nothing is given back. */
  readonly limits: { readonly perDay: bigint; readonly perPayer: bigint } | null
}

export interface CreditReport {
  /** Whether there can be credits: an offer is settled before its work, or was since the start, or payments are given back. */
  readonly inUse: boolean
  /** Reads the figures, and shows them in the metrics. */
  refresh(): Promise<void>
  /** What was read last. */
  status(): CreditStatus
}

export interface CreditReportParts {
  /** What is for sale now. */
  readonly offers: () => readonly AnyOffer[]
  readonly ledger: Pick<Ledger, 'creditFigures'>
  readonly limits: CreditStatus['limits']
  readonly clock: Clock
  readonly metrics: Metrics
}

/** Credits that are counted. With more, the figures are too low, and the alarms of refunds say more. */
const maxCounted = 10_000
const states = ['waiting', 'refunding', 'refunded', 'asked'] as const

export function createCreditReport({ offers, ledger, limits, clock, metrics }: CreditReportParts): CreditReport {
  const labels = ['network', 'state']
  const payments = metrics.gauge(
    'farthing_credits',
    'Payments that were settled and not answered, by what becomes of them: waiting, refunding; and today: refunded, asked (all refunds)',
    labels,
  )
  const amounts = metrics.gauge('farthing_credits_base_units', 'Their value in USDC base units', labels)
  let wasInUse = false
  let read: readonly CreditsOfNetwork[] = []

  function show(figures: readonly CreditsOfNetwork[]): void {
    const gone = read.filter(({ network }) => !figures.some((one) => one.network === network)).map(({ network }) => network)
    for (const state of states) {
      for (const figure of figures) {
        payments.set(figure[state].payments, { network: figure.network, state })
        amounts.set(Number(figure[state].amount), { network: figure.network, state })
      }
      for (const network of gone) {
        payments.set(0, { network, state })
        amounts.set(0, { network, state })
      }
    }
  }

  return {
    get inUse() {
      // An offer that is not sold any longer may have left credits.
      wasInUse ||= limits !== null || offers().some(({ settle }) => settle === 'first')
      return wasInUse
    },
    async refresh() {
      const figures = await ledger.creditFigures({ day: utcDay(clock.now()), limit: maxCounted })
      show(figures)
      read = figures
    },
    status: () => ({ networks: read, limits }),
  }
}
