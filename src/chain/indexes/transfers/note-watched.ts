import type { Hex } from '../../../shared/bytes.ts'
import type { Store } from '../../../store/store.ts'
import { forgetWatched, noteWatched, watchedAddresses } from './watched-rows.ts'

/** Who is watched, as the one who decides it tells. Addresses are lower case. */
export interface WatchedList {
  /** Whether every transfer of this address is kept, however small. */
  isWatched(address: Hex): boolean
  /** Who has become watched after a place in the order of that, maybe again; from 0 on all who are. */
  watchedAfter(place: number): { readonly addresses: readonly Hex[]; readonly place: number }
}

const rowsAtOnce = 500

/**
 * Writes down, for one network, who has become watched, and who is not any more since an earlier process. To be called
 * before the index of transfers has its turn: all that it reads for good from then on has their transfers in it.
 */
export function createWatchedNotes(
  list: WatchedList,
  { store, network }: { readonly store: Store; readonly network: string },
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
    // What an earlier process began to watch has been watched without a gap: the index had no turn in between.
    const before = compared ? new Set<Hex>() : await known()
    const addresses = [...new Set(fresh.addresses)].filter((address) => !before.has(address))
    for (let from = 0; from < addresses.length; from += rowsAtOnce) {
      await store.write(noteWatched, { network, addresses: addresses.slice(from, from + rowsAtOnce) })
    }
    place = fresh.place
    compared = true
  }
}
