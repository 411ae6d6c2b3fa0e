import { type SourceStamp, UpstreamError } from '../../../src/goods/kit/http.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import { createIndexedLists, type IndexedListsParts } from './indexed-lists.ts'
import { createListRetries } from './list-retries.ts'
import { loadList } from './load-list.ts'
import { screenQuery } from './screen-query.ts'
import type { ListState, Screening, ScreeningHints } from './screening.ts'

/** Sanctions lists, kept in the database and searched in memory. */
export interface Sanctions {
  /**
   * Searches every list for a name, numbers and addresses on blockchains, without asking any source. Just after the first start
   * it waits a few seconds for the lists. Rejects only when the signal aborts or the database cannot be read.
   */
  screen(subject: string, options?: { readonly hints?: ScreeningHints; readonly signal?: AbortSignal }): Promise<Screening>
  /** The state of every list. */
  lists(): readonly ListState[]
  /** The origin of each list that is loaded. */
  stamps(): readonly SourceStamp[]
  /** `disabled` when the source of some list is switched off that no other lists repeat; `down` while no list is fresh and the first load is not running. */
  standing(): 'available' | 'down' | 'disabled'
  /**
   * Fetches the lists that are due, one after the other. A failure is logged, and that list is due again after a pause of minutes,
   * which grows with each failure in a row. To be called every minute.
   * Clearing a name needs all lists, so none is fetched while the state is `disabled`.
   */
  load(signal: AbortSignal): Promise<void>
  /** Takes over what this or another process loaded. */
  follow(signal: AbortSignal): Promise<void>
}

export type SanctionsParts = IndexedListsParts

/** A list is fetched again when it is older than this. */
const renewAfterMs = 6 * 3_600_000
/** How long a call waits for the first load. */
const firstLoadMs = 5_000

export function createSanctions(parts: SanctionsParts): Sanctions {
  const { clock, timers, log, echoed } = parts
  const lists = () => parts.lists.filter(({ source }) => source.enabled)
  const indexed = createIndexedLists(parts)
  const retries = createListRetries(clock)
  /** The first load, for which calls wait; it is over as soon as every list is there. */
  let firstLoad: 'not begun' | 'over' | Promise<void> = 'not begun'
  const isOff = () => parts.lists.some(({ id, source }) => !source.enabled && id !== echoed?.id)

  const follow = async (signal: AbortSignal): Promise<void> => {
    if (!isOff()) await indexed.refresh(signal)
  }

  const loadDue = async (signal: AbortSignal): Promise<void> => {
    for (const list of lists()) {
      const checkedAt = indexed.stored().get(list.id)?.checkedAt ?? -Infinity
      const lacksNumbers = indexed.lacksNumbers(list)
      if ((clock.now() - checkedAt < renewAfterMs && !lacksNumbers) || !retries.isDue(list.id)) continue
      try {
        const result = await loadList(
          list,
          { ...parts, key: indexed.key, unconditionally: lacksNumbers || indexed.lacksReferences(list) },
          signal,
        )
        if (result === 'refused') retries.failed(list.id, list.retryPausesMs)
        else retries.succeeded(list.id)
      } catch (error) {
        if (signal.aborted) throw error
        const why = error instanceof UpstreamError ? { code: error.code } : { err: error }
        const retryMs = retries.failed(list.id, list.retryPausesMs, error)
        log.warn({ list: list.id, ...why, retryMs }, 'sanctions list not loaded, the stored one stays')
      }
    }
    await follow(signal)
  }

  return {
    async screen(subject, { hints = {}, signal } = {}) {
      if (firstLoad instanceof Promise) await waitForFirstLoad(firstLoad, timers, signal)
      const search = indexed.search()
      return screenQuery(subject.trim(), search && { ...search, store: parts.store, lists: indexed.stored() }, indexed.states, hints)
    },
    lists: indexed.states,
    stamps: indexed.stamps,
    standing() {
      if (isOff()) return 'disabled'
      return firstLoad instanceof Promise || indexed.hasFresh() ? 'available' : 'down'
    },
    async load(signal) {
      if (isOff()) return
      const loaded = Promise.withResolvers<void>()
      if (firstLoad === 'not begun') firstLoad = loaded.promise
      const endFirstLoad = () => {
        if (firstLoad === loaded.promise) firstLoad = 'over'
        loaded.resolve()
      }
      try {
        await follow(signal)
        if (indexed.hasAll()) endFirstLoad()
        await loadDue(signal)
      } finally {
        endFirstLoad()
      }
    },
    follow,
  }
}

async function waitForFirstLoad(loading: Promise<void>, timers: Timers, signal: AbortSignal | undefined): Promise<void> {
  const enough = new AbortController()
  const waited = timers.sleep(firstLoadMs, signal ? AbortSignal.any([signal, enough.signal]) : enough.signal)
  waited.catch(() => {})
  try {
    await Promise.race([loading, waited])
  } finally {
    enough.abort()
  }
}
