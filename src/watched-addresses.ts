import { LRUCache } from 'lru-cache'
import type { Ledger } from './ledger/ledger.ts'
import type { Hex } from './shared/bytes.ts'
import type { Clock } from './shared/clock.ts'

export interface WatchedAddresses {
  isWatched(address: Hex): boolean
  /** Takes in who has paid since the last time, a few thousand payments at once. */
  refreshWatched(): Promise<void>
}

const keptMs = 30 * 86_400_000
/** Payers that are kept in mind, the last ones first. */
const mostPayers = 100_000
const paymentsAtOnce = 1_000
const pagesAtOnce = 4
/** A payment is written a little after its id was made. */
const overlapMs = 10_000

/** Whose transfers are kept however small: those that are named, and whoever paid in the last 30 days. */
export function createWatchedAddresses(parts: {
  readonly fixed: readonly Hex[]
  readonly ledger: Pick<Ledger, 'payersSince'>
  readonly clock: Clock
}): WatchedAddresses {
  const { fixed, ledger, clock } = parts
  const named = new Set(fixed.map((address) => address.toLowerCase()))
  const payers = new LRUCache<string, true>({ max: mostPayers })
  let after: string | null = null

  return {
    isWatched: (address) => named.has(address) || payers.has(address),
    async refreshWatched() {
      after ??= idAt(clock.now() - keptMs)
      for (let page = 0; page < pagesAtOnce; page++) {
        const found = await ledger.payersSince({ after, limit: paymentsAtOnce })
        for (const { payer } of found) payers.set(payer.toLowerCase(), true)
        if (found.length < paymentsAtOnce) {
          after = idAt(clock.now() - overlapMs)
          return
        }
        after = found.at(-1)?.id ?? after
      }
    },
  }
}

/** Below all payment ids of a moment: they begin with the millisecond. */
function idAt(ms: number): string {
  return Math.max(0, ms).toString(16).padStart(12, '0')
}
