import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { IndexStore } from '../../../../src/goods/kit/follow.ts'
import { forgetWatched, noteWatched, watchedAddresses } from './watched-rows.ts'

/** The watched addresses, as the service decides. Addresses are lower case. */
export interface WatchedList {
  /** Whether every transfer of this address is kept, of any amount. */
  isWatched(address: Hex): boolean
  /** Addresses added after a position in the list, possibly again; from 0, all of them. */
  watchedAfter(place: number): { readonly addresses: readonly Hex[]; readonly place: number }
}

const rowsAtOnce = 500

/**
 * Records, for one network, which addresses became watched, and which are no longer watched since an earlier process. Call it
 * before the index of transfers runs: all final blocks that it reads after that include their transfers.
 */
export function createWatchedNotes(
  list: WatchedList,
  { store, network }: { readonly store: IndexStore; readonly network: string },
): () => Promise<void> {
  let place = 0
  let compared = false

  async function known(): Promise<ReadonlySet<Hex>> {
    const watched = new Set<Hex>()
    for (let after = ''; ;) {
      const page = await store.read(watchedAddresses, { network, after, limit: rowsAtOnce })
      const gone = page.filter((address) => !list.isWatched(address))
      if (gone.length > 0) await store.write(forgetWatched, { network, addresses: gone })
      for (const address of page) if (list.isWatched(address)) watched.add(address)
      if (page.length < rowsAtOnce) return watched
      after = page.at(-1) ?? after
    }
  }

  return async () => {
    const fresh = list.watchedAfter(place)
    if (compared && fresh.addresses.length === 0) return
    // Addresses that an earlier process watched have no gap, because the index did not run in between.
    const before = compared ? new Set<Hex>() : await known()
    const addresses = [...new Set(fresh.addresses)].filter((address) => !before.has(address))
    for (let from = 0; from < addresses.length; from += rowsAtOnce) {
      await store.write(noteWatched, { network, addresses: addresses.slice(from, from + rowsAtOnce) })
    }
    place = fresh.place
    compared = true
  }
}
