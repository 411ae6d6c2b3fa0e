import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import { formatUsd } from '../../shared/money.ts'

export interface PastPriceListed {
  readonly offer: string
  /** Null: the price that the program declares. */
  readonly usd: string | null
  readonly from: string
  /** `charged`: it was shown to callers from then on. `ordered`: it is to take effect then. */
  readonly state: 'charged' | 'ordered'
}

/** Every price that offers had, and those that are ordered for later, in the order of time. */
export async function priceHistoryOf(
  reading: Pick<LedgerReading, 'priceHistory' | 'priceOrders'>,
  offer: string | null,
  now: number,
): Promise<readonly PastPriceListed[]> {
  const past = (await reading.priceHistory({ offer })).map(({ offerId, price, at }) => ({
    offer: offerId,
    usd: formatUsd(price) as string | null,
    from: new Date(at).toISOString(),
    state: 'charged' as const,
  }))
  const ordered = (await reading.priceOrders())
    .filter(({ offerId, from }) => from > now && (offer === null || offerId === offer))
    .map(({ offerId, price, from }) => ({
      offer: offerId,
      usd: price === null ? null : formatUsd(price),
      from: new Date(from).toISOString(),
      state: 'ordered' as const,
    }))
  return [...past, ...ordered]
}
