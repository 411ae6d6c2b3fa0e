import type { WatchedList } from './transfers/note-watched.ts'
import type { BooksPort } from '../../../src/goods/kit/ports.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { createLastUsed } from '../../../src/goods/kit/workers.ts'

export interface WatchedAddresses {
  readonly watched: WatchedList
  /** Adds the payers since the last call, a few thousand payments at once. The first call reads all of the last 30 days. */
  refreshWatched(): Promise<void>
}

const keptMs = 30 * 86_400_000
/** The most payers that are remembered, the latest ones first. */
const maxPayers = 100_000
const paymentsAtOnce = 1_000
const pagesAtOnce = 4
/** A payment is written a little after its id was made, so ids of this age are read again. */
const overlapMs = 10_000

/** Addresses whose transfers are kept however small: those in the settings, and those that paid in the last 30 days. */
export function createWatchedAddresses(parts: {
  readonly fixed: readonly Hex[]
  readonly books: Pick<BooksPort, 'payersSince'>
  readonly clock: Clock
  readonly timers: Pick<Timers, 'sleep'>
}): WatchedAddresses {
  const { books, clock, timers } = parts
  const named = new Set(parts.fixed.map((address) => address.toLowerCase() as Hex))
  const payers = createLastUsed<true>(maxPayers)
  /** In the order in which they became watched. The place of the first one grows as the oldest are dropped. */
  let order: Hex[] = [...named]
  let firstPlace = 0
  let after: string | null = null
  let refreshing: Promise<void> | null = null

  function add(payer: Hex): void {
    if (!payers.has(payer) && !named.has(payer)) order.push(payer)
    payers.set(payer, true)
    if (order.length <= 2 * maxPayers) return
    order = order.slice(maxPayers)
    firstPlace += maxPayers
  }

  async function refresh(): Promise<void> {
    const first = after === null
    after ??= idAt(clock.now() - keptMs)
    for (let page = 0; first || page < pagesAtOnce; page++) {
      const found = await books.payersSince({ after, limit: paymentsAtOnce })
      for (const { payer } of found) add(payer.toLowerCase() as Hex)
      if (found.length < paymentsAtOnce) {
        after = idAt(clock.now() - overlapMs)
        return
      }
      after = found.at(-1)?.id ?? after
      // No caller waits for this, and others wait for the process.
      await timers.sleep(1)
    }
  }

  return {
    watched: {
      isWatched: (address) => named.has(address) || payers.has(address),
      watchedAfter(place) {
        const addresses =
          place > 0 && place >= firstPlace ? order.slice(place - firstPlace) : [...named, ...(payers.keys() as Iterable<Hex>)]
        return { addresses, place: firstPlace + order.length }
      },
    },
    refreshWatched() {
      refreshing ??= refresh().finally(() => (refreshing = null))
      return refreshing
    },
  }
}

/** Sorts before all payment ids of that time, since ids begin with the millisecond. */
function idAt(ms: number): string {
  return Math.max(0, ms).toString(16).padStart(12, '0')
}
