import type { RetentionCounts } from '../../ledger/reading/retention-counts.ts'

export interface RetentionRule {
  readonly what: string
  readonly rows: number
  /** For how long, and what ends it. */
  readonly kept: string
}

/**
 * What the ledger keeps, how much of it there is, and for how long.
 * @param days those of `kept.oldClients`
 * @param ownDays after which the service erases client addresses by itself; null where it does not
 */
export function retentionRules(kept: RetentionCounts, days: number, ownDays: number | null): readonly RetentionRule[] {
  return [
    {
      what: 'payments that are under way, or ended within about an hour',
      rows: kept.payments,
      kept: 'then they move to the archive; credits and what is owed stay until they end',
    },
    {
      what: 'archived payments: receipts, amounts, wallets, transactions',
      rows: kept.archived,
      kept: 'for good: they are the books, and the proof that a payment was used',
    },
    {
      what: `client addresses of archived payments older than ${days} days`,
      rows: kept.oldClients,
      kept:
        ownDays === null
          ? 'until farthing prune runs: they would be blanked now; with CLIENT_ADDRESS_DAYS the service does it by itself'
          : `farthing prune would blank them now; the service blanks those older than ${ownDays} days by itself, once a day`,
    },
    { what: 'answers', rows: kept.answers, kept: 'ANSWER_TTL_HOURS, then the service drops them by itself' },
    {
      what: 'counters of free calls by client address',
      rows: kept.quotas,
      kept: 'until the next day, then the service drops them by itself',
    },
    {
      what: 'items of watchlists that payers were given',
      rows: kept.deliveries,
      kept: 'while a payer polls, then the service drops them by itself; farthing prune --payer --erase drops them at once',
    },
    { what: 'events out of the ordinary', rows: kept.audit, kept: 'for good: they explain the books' },
  ]
}
