import { LRUCache } from 'lru-cache'
import { UpstreamError } from '../../net/upstream-errors.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Store } from '../../store/store.ts'
import type { SourceStamp } from '../source.ts'
import { inTurns } from './in-turns.ts'
import { entriesAfter, oneEntry, readEntry, storedLists, type StoredList } from './list-rows.ts'
import { addressKey, looksLikeChainAddress } from './lists/chain-addresses.ts'
import type { SanctionsList } from './lists/download-list.ts'
import { loadList } from './load-list.ts'
import { createIndexBuilder, type NameIndex } from './names/name-index.ts'
import { searchNames, type FoundName } from './names/search-names.ts'
import { narrow, type Narrowed } from './narrow.ts'
import {
  matchScore,
  reviewScore,
  type ListState,
  type Screening,
  type ScreeningHints,
  type ScreeningMatch,
  type Verdict,
} from './screening.ts'

/** Sanctions lists, kept in the database and looked into in memory. */
export interface Sanctions {
  /**
   * Looks for a name, or an address on a blockchain, on every list. Asks nobody outside; just after the first start it
   * waits for the lists for a few seconds. Rejects only when the signal aborts.
   */
  screen(subject: string, options?: { readonly hints?: ScreeningHints; readonly signal?: AbortSignal }): Promise<Screening>
  /** Every required list as it stands. */
  lists(): readonly ListState[]
  /** Where the lists that are in hand come from. */
  stamps(): readonly SourceStamp[]
  /** `disabled` when the source of some list is switched off; `down` while no list is fresh and none is being loaded for the first time. */
  standing(): 'available' | 'down' | 'disabled'
  /** Fetches the lists that are due, one after the other. What fails is logged and due again at the next call. */
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
const mostMatches = 10
/** Names are looked up a little below what counts, since hints may lift them. */
const leastFound = reviewScore - 0.03

export function createSanctions(parts: SanctionsParts): Sanctions {
  const { lists, store, clock, timers, log, simulated } = parts
  const key = (list: SanctionsList) => (simulated ? `sandbox:${list.id}` : list.id)
  let stored = new Map<string, StoredList>()
  let index: NameIndex | null = null
  let indexed = ''
  let firstLoad: Promise<void> | null = null
  let following: Promise<void> | null = null
  const found = new LRUCache<string, readonly FoundName[]>({ max: 1_000 })

  const isFresh = (held: StoredList | undefined) => held !== undefined && clock.now() - held.checkedAt < freshMs

  const listStates = (): ListState[] =>
    lists.map((list) => {
      const held = stored.get(list.id)
      return {
        id: list.id,
        name: list.name,
        version: held?.version ?? null,
        entries: held?.entries ?? null,
        publishedAt: held?.publishedAt ?? null,
        checkedAt: held?.checkedAt ?? null,
        fresh: isFresh(held),
      }
    })

  const takeOver = async (signal: AbortSignal): Promise<void> => {
    const now = new Map<string, StoredList>()
    for (const row of await store.read(storedLists, undefined)) {
      const list = lists.find((one) => key(one) === row.list)
      if (list?.source.enabled === true) now.set(list.id, row)
    }
    const generations = JSON.stringify([...now].map(([id, { generation }]) => [id, generation]))
    if (generations !== indexed) {
      const startedAt = clock.now()
      const builder = createIndexBuilder()
      for (const [id, { list, generation }] of now) {
        for (let after = ''; ;) {
          const rows = await store.read(entriesAfter, { list, generation, after, limit: rowsPerRead })
          await inTurns(
            addAll(rows, (text) => builder.add(id, generation, readEntry(text))),
            parts,
            signal,
          )
          if (rows.length < rowsPerRead) break
          after = rows.at(-1)?.id ?? ''
        }
      }
      index = await inTurns(builder.finish(), parts, signal)
      indexed = generations
      found.clear()
      log.info({ entries: index.entries.length, names: index.entryOf.length, ms: clock.now() - startedAt }, 'sanctions lists indexed')
    }
    stored = now
  }

  const follow = (signal: AbortSignal): Promise<void> => (following ??= takeOver(signal).finally(() => (following = null)))

  const loadDue = async (signal: AbortSignal): Promise<void> => {
    await follow(signal)
    for (const list of lists) {
      if (!list.source.enabled || clock.now() - (stored.get(list.id)?.checkedAt ?? -Infinity) < renewAfterMs) continue
      try {
        await loadList(list, { ...parts, key }, signal)
      } catch (error) {
        if (signal.aborted) throw error
        log.warn(
          { list: list.id, ...(error instanceof UpstreamError ? { code: error.code } : { err: error }) },
          'sanctions list not loaded',
        )
      }
    }
    await follow(signal)
  }

  const entryOf = async (searched: NameIndex, place: number) => {
    const { list, generation, id } = searched.entries[place] ?? { list: '', generation: 0, id: '' }
    const held = stored.get(list)
    const text = held ? await store.read(oneEntry, { list: held.list, generation, id }) : null
    return text === null || !held ? null : { list, version: held.version, ...readEntry(text) }
  }

  const describe = async (
    searched: NameIndex,
    place: number,
    narrowed: Narrowed,
    pick: (entry: NonNullable<Awaited<ReturnType<typeof entryOf>>>) => { matched: string; weak: boolean; currency: string | null },
  ): Promise<ScreeningMatch[]> => {
    const entry = await entryOf(searched, place)
    if (!entry) return []
    const { matched, weak, currency } = pick(entry)
    // What the list itself calls a weak alias is never beyond doubt.
    const score = weak ? Math.min(narrowed.score, matchScore - 0.01) : narrowed.score
    return [
      {
        list: entry.list,
        entry: entry.id,
        kind: entry.kind,
        strength: score >= matchScore ? 'match' : 'review',
        score: Math.round(score * 1_000) / 1_000,
        matched,
        name: entry.names[0]?.text ?? matched,
        weakAlias: weak,
        birthYear: narrowed.birthYear,
        country: narrowed.country,
        programmes: entry.programmes,
        births: entry.births,
        countries: entry.countries,
        currency,
        listedOn: entry.listedOn,
        listVersion: entry.version,
      },
    ]
  }

  const screenAddress = async (searched: NameIndex, address: string): Promise<ScreeningMatch[]> => {
    const wanted = addressKey(address)
    const exact: Narrowed = { score: 1, birthYear: 'unknown', country: 'unknown' }
    const matches = (searched.addresses.get(wanted) ?? []).slice(0, mostMatches).map((place) =>
      describe(searched, place, exact, ({ addresses }) => {
        const listed = addresses.find((one) => addressKey(one.address) === wanted)
        return { matched: listed?.address ?? address, weak: false, currency: listed?.currency ?? null }
      }),
    )
    return (await Promise.all(matches)).flat()
  }

  const screenName = async (searched: NameIndex, name: string, hints: ScreeningHints): Promise<ScreeningMatch[]> => {
    const names = found.get(name) ?? searchNames(searched, name, leastFound)
    found.set(name, names)
    const best = new Map<number, { readonly name: number; readonly narrowed: Narrowed }>()
    for (const one of names) {
      const place = searched.entryOf[one.name] ?? 0
      const entry = searched.entries[place]
      if (!entry || best.has(place)) continue
      const narrowed = narrow(one.score, entry, hints)
      if (narrowed.score >= reviewScore) best.set(place, { name: one.name, narrowed })
    }
    const kept = [...best].sort(([, one], [, other]) => other.narrowed.score - one.narrowed.score).slice(0, mostMatches)
    const matches = kept.map(([place, one]) =>
      describe(searched, place, one.narrowed, ({ names: listed }) => {
        const { text = '', weak = false } = listed[searched.ordinalOf[one.name] ?? 0] ?? {}
        return { matched: text, weak, currency: null }
      }),
    )
    return (await Promise.all(matches)).flat()
  }

  return {
    async screen(subject, { hints = {}, signal } = {}) {
      if (index === null && firstLoad) await untilLoaded(firstLoad, timers, signal)
      const name = subject.trim()
      const searched = index
      const isAddress = looksLikeChainAddress(name) || (searched?.addresses.has(addressKey(name)) ?? false)
      const matches = searched === null ? [] : await (isAddress ? screenAddress(searched, name) : screenName(searched, name, hints))
      const states = listStates()
      return {
        kind: isAddress ? 'address' : 'name',
        verdict: verdictOn(matches, states),
        score: matches[0]?.score ?? 0,
        matches,
        lists: states,
      }
    },
    lists: listStates,
    stamps: () =>
      lists.flatMap((list) => {
        const held = stored.get(list.id)
        return held ? [list.source.stamp(list.path, held.publishedAt, isFresh(held) ? 'hit' : 'stale')] : []
      }),
    standing() {
      if (lists.some(({ source }) => !source.enabled)) return 'disabled'
      return firstLoad || lists.some(({ id }) => isFresh(stored.get(id))) ? 'available' : 'down'
    },
    async load(signal) {
      const loading = loadDue(signal)
      if (index !== null) return loading
      const first = loading.catch(() => {})
      firstLoad = first
      try {
        await loading
      } finally {
        firstLoad = null
      }
    },
    follow,
  }
}

function verdictOn(matches: readonly ScreeningMatch[], lists: readonly ListState[]): Verdict {
  const isFresh = (id: string) => lists.some((list) => list.id === id && list.fresh)
  // An entry of a list that has grown old may have been taken off it.
  if (matches.some(({ strength, list }) => strength === 'match' && isFresh(list))) return 'match'
  if (!lists.every(({ fresh }) => fresh)) return 'inconclusive'
  return matches.length > 0 ? 'review' : 'clear'
}

function* addAll(rows: readonly { readonly entry: string }[], add: (text: string) => void): Generator<null, void> {
  for (const { entry } of rows) {
    add(entry)
    yield null
  }
}

async function untilLoaded(loading: Promise<void>, timers: Timers, signal: AbortSignal | undefined): Promise<void> {
  const enough = new AbortController()
  const waited = timers.sleep(firstLoadMs, signal ? AbortSignal.any([signal, enough.signal]) : enough.signal)
  try {
    await Promise.race([loading, waited])
  } finally {
    enough.abort()
    waited.catch(() => {})
  }
  signal?.throwIfAborted()
}
