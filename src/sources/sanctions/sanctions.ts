import { LRUCache } from 'lru-cache'
import { UpstreamError } from '../../net/upstream-errors.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Store } from '../../store/store.ts'
import type { SourceStamp } from '../source.ts'
import { matchAddress, matchName } from './find-matches.ts'
import { giveTurn, inTurns } from './in-turns.ts'
import { entriesAfter, readEntry, storedLists, type StoredList } from './list-rows.ts'
import { addressKey, looksLikeChainAddress } from './lists/chain-addresses.ts'
import type { EntryRow, SanctionsList } from './lists/download-list.ts'
import { loadList } from './load-list.ts'
import { createIndexBuilder, type NameIndex } from './names/name-index.ts'
import type { FoundName } from './names/search-names.ts'
import { isReadable } from './names/transliterate.ts'
import type { ListState, Screening, ScreeningHints, ScreeningMatch } from './screening.ts'

/** Sanctions lists, kept in the database and looked into in memory. */
export interface Sanctions {
  /**
   * Looks for a name, or an address on a blockchain, on every list. Asks nobody outside; just after the first start it
   * waits for the lists for a few seconds. Rejects only when the signal aborts or the database can't be read.
   */
  screen(subject: string, options?: { readonly hints?: ScreeningHints; readonly signal?: AbortSignal }): Promise<Screening>
  /** Every required list as it stands. */
  lists(): readonly ListState[]
  /** Where the lists that are in hand come from. */
  stamps(): readonly SourceStamp[]
  /** `disabled` when the source of some list is switched off; `down` while no list is fresh and none is being loaded for the first time. */
  standing(): 'available' | 'down' | 'disabled'
  /**
   * Fetches the lists that are due, one after the other. What fails is logged and due again at the next call. Without all of
   * them nobody could be cleared, so that none is fetched while the source of any is switched off.
   */
  load(signal: AbortSignal): Promise<void>
  /** Takes over what this or another process loaded. */
  follow(signal: AbortSignal): Promise<void>
}

export interface SanctionsParts {
  readonly lists: readonly SanctionsList[]
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** Stand-ins' lists are kept apart from real ones. */
  readonly simulated: boolean
}

/** A list is asked for again when it is so old. */
const renewAfterMs = 6 * 3_600_000
/** Until then a list is what is published, for all we say. */
const freshMs = 48 * 3_600_000
/** How long a call waits for the first load. */
const firstLoadMs = 5_000
const rowsPerRead = 100

export function createSanctions(parts: SanctionsParts): Sanctions {
  const { lists, store, clock, timers, log, simulated } = parts
  const key = (list: SanctionsList) => (simulated ? `sandbox:${list.id}` : list.id)
  let stored = new Map<string, StoredList>()
  let index: NameIndex | null = null
  let indexed = ''
  let following = Promise.resolve()
  /** Until every list is in hand: from the first load, which calls wait for. */
  let beginning: 'not begun' | 'over' | Promise<void> = 'not begun'
  const found = new LRUCache<string, readonly FoundName[]>({ max: 1_000 })

  const isFresh = (held: StoredList | undefined) => held !== undefined && clock.now() - held.checkedAt < freshMs
  const holdsAll = () => lists.every(({ id }) => stored.has(id))
  const isOff = lists.some(({ source }) => !source.enabled)

  const listStates = (): ListState[] =>
    lists.map(({ id, name }) => {
      const held = stored.get(id)
      const { version = null, entries = null, publishedAt = null, checkedAt = null } = held ?? {}
      return { id, name, version, entries, publishedAt, checkedAt, fresh: isFresh(held) }
    })

  const takeOver = async (signal: AbortSignal): Promise<void> => {
    const rows = await store.read(storedLists, undefined)
    const now = new Map<string, StoredList>()
    for (const list of lists) {
      const row = rows.find((one) => one.list === key(list))
      if (row) now.set(list.id, row)
    }
    const generations = JSON.stringify([...now].map(([id, { generation }]) => [id, generation]))
    if (generations !== indexed) {
      const startedAt = clock.now()
      index = await buildIndex(now, parts, signal)
      indexed = generations
      found.clear()
      log.info({ entries: index.entries.length, names: index.entryOf.length, ms: clock.now() - startedAt }, 'sanctions lists indexed')
    }
    stored = now
  }

  /** One after the other: who comes while one is under way has written what that one may not have seen. */
  const follow = async (signal: AbortSignal): Promise<void> => {
    if (isOff) return
    following = following.catch(() => {}).then(() => takeOver(signal))
    await following
  }

  const loadDue = async (signal: AbortSignal): Promise<void> => {
    for (const list of lists) {
      const checkedAt = stored.get(list.id)?.checkedAt ?? -Infinity
      if (clock.now() - checkedAt < renewAfterMs) continue
      try {
        await loadList(list, { ...parts, key }, signal)
      } catch (error) {
        if (signal.aborted) throw error
        const why = error instanceof UpstreamError ? { code: error.code } : { err: error }
        log.warn({ list: list.id, ...why }, 'sanctions list not loaded, the one in hand stays')
      }
    }
    await follow(signal)
  }

  return {
    async screen(subject, { hints = {}, signal } = {}) {
      if (beginning instanceof Promise) await untilLoaded(beginning, timers, signal)
      const name = subject.trim()
      const isAddress = looksLikeChainAddress(name) || (index?.addresses.has(addressKey(name)) ?? false)
      const searched = index && { store, index, lists: stored, found }
      const matches = searched === null ? [] : await (isAddress ? matchAddress(searched, name) : matchName(searched, name, hints))
      const states = listStates()
      const readable = isAddress || isReadable(name)
      return {
        kind: isAddress ? 'address' : 'name',
        ...verdictOn(matches, states, readable),
        score: matches[0]?.score ?? 0,
        matches,
        lists: states,
      }
    },
    lists: listStates,
    stamps: () =>
      lists.flatMap(({ id, source, path }) => {
        const held = stored.get(id)
        return held ? [source.stamp(path, held.publishedAt, isFresh(held) ? 'hit' : 'stale')] : []
      }),
    standing() {
      if (isOff) return 'disabled'
      return beginning instanceof Promise || lists.some(({ id }) => isFresh(stored.get(id))) ? 'available' : 'down'
    },
    async load(signal) {
      if (isOff) return
      const begun = Promise.withResolvers<void>()
      if (beginning === 'not begun') beginning = begun.promise
      const begin = () => {
        if (beginning === begun.promise) beginning = 'over'
        begun.resolve()
      }
      try {
        await follow(signal)
        if (holdsAll()) begin()
        await loadDue(signal)
      } finally {
        begin()
      }
    },
    follow,
  }
}

/** Indexes the lists as they lie in the database, which is what a restart finds too. */
async function buildIndex(
  held: ReadonlyMap<string, StoredList>,
  parts: Pick<SanctionsParts, 'store' | 'clock' | 'timers'>,
  signal: AbortSignal,
): Promise<NameIndex> {
  const builder = createIndexBuilder()
  for (const [id, { list, generation }] of held) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: EntryRow[] = await parts.store.read(entriesAfter, { list, generation, after, limit: rowsPerRead })
      await inTurns(
        eachOf(rows, ({ entry }) => builder.add(id, generation, readEntry(entry))),
        parts,
        signal,
      )
      after = rows.length < rowsPerRead ? undefined : rows.at(-1)?.id
      await giveTurn(parts.timers)
    }
  }
  return inTurns(builder.finish(), parts, signal)
}

function* eachOf<Item>(items: readonly Item[], run: (item: Item) => void): Generator<null, void> {
  for (const item of items) {
    run(item)
    yield null
  }
}

function verdictOn(
  matches: readonly ScreeningMatch[],
  lists: readonly ListState[],
  readable: boolean,
): Pick<Screening, 'verdict' | 'inconclusiveBecause'> {
  const isFresh = (id: string) => lists.some((list) => list.id === id && list.fresh)
  // An entry of a list that has grown old may have been taken off it.
  if (matches.some(({ strength, list }) => strength === 'match' && isFresh(list))) return { verdict: 'match', inconclusiveBecause: null }
  if (!lists.every(({ fresh }) => fresh)) return { verdict: 'inconclusive', inconclusiveBecause: 'list_not_fresh' }
  if (matches.length > 0) return { verdict: 'review', inconclusiveBecause: null }
  return readable ? { verdict: 'clear', inconclusiveBecause: null } : { verdict: 'inconclusive', inconclusiveBecause: 'script_not_read' }
}

async function untilLoaded(loading: Promise<void>, timers: Timers, signal: AbortSignal | undefined): Promise<void> {
  const enough = new AbortController()
  const waited = timers.sleep(firstLoadMs, signal ? AbortSignal.any([signal, enough.signal]) : enough.signal)
  waited.catch(() => {})
  try {
    await Promise.race([loading, waited])
  } finally {
    enough.abort()
  }
}
