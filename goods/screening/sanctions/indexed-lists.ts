import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import type { Clock, Log, Timers } from '../../../src/goods/kit/parts.ts'
import type { LineStore } from '../../../src/goods/kit/store.ts'
import { buildIndex } from './build-index.ts'
import { echoedState, type ListViaOthers } from './un-list-via-eu-uk.ts'
import type { IdentifierIndex } from './identifiers/identifier-index.ts'
import { storedLists, type StoredList } from './list-rows.ts'
import type { SanctionsList } from './lists/download-list.ts'
import type { ListState } from './screening.ts'
import { searchInTurns, type NameSearch } from './search-in-turns.ts'

/** A list younger than this counts as what is published. */
const freshMs = 48 * 3_600_000

/** The lists in the database, with the index of them that this process holds in memory. */
export interface IndexedLists {
  /** How the database names a list. */
  key(list: SanctionsList): string
  /** By list id; lists that were never loaded are missing. */
  stored(): ReadonlyMap<string, StoredList>
  /** Null before the lists were first read. */
  search(): ListSearch | null
  states(): readonly ListState[]
  stamps(): readonly SourceStamp[]
  /** Whether a list was stored before the numbers of its entries were read. */
  lacksNumbers(list: SanctionsList): boolean
  /** Whether the lists that repeat another one were read before their entries had its numbers. */
  lacksReferences(list: SanctionsList): boolean
  hasAll(): boolean
  hasFresh(): boolean
  /** Reads what this or another process has loaded, and indexes it if it changed. */
  refresh(signal: AbortSignal): Promise<void>
}

/** How names are searched, and where the entries with a number are. */
export interface ListSearch extends NameSearch {
  readonly numbers: IdentifierIndex
}

export interface IndexedListsParts {
  /** Those whose source is switched off are neither fetched nor searched. */
  readonly lists: readonly SanctionsList[]
  /** A list that is read on others while its own file is switched off or old. */
  readonly echoed?: ListViaOthers
  readonly store: LineStore
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** Lists from stand-ins are kept apart from real ones. */
  readonly simulated: boolean
}

export function createIndexedLists(parts: IndexedListsParts): IndexedLists {
  const { store, clock, log, simulated, echoed } = parts
  const lists = () => parts.lists.filter(({ source }) => source.enabled)
  const key = (list: SanctionsList) => (simulated ? `sandbox:${list.id}` : list.id)
  let stored = new Map<string, StoredList>()
  let search: ListSearch | null = null
  let indexedGenerations = ''
  let refreshing = Promise.resolve()

  const isFresh = (list: StoredList | undefined) => list !== undefined && clock.now() - list.checkedAt < freshMs

  const stateOf = ({ id, name }: SanctionsList): ListState => {
    const list = stored.get(id)
    const { version = null, entries = null, publishedAt = null, checkedAt = null } = list ?? {}
    const coveredShare = list ? 1 : null
    return {
      id,
      name,
      readFrom: 'publisher',
      throughLists: [],
      coveredShare,
      version,
      entries,
      publishedAt,
      checkedAt,
      fresh: isFresh(list),
    }
  }

  const readLists = async (signal: AbortSignal): Promise<void> => {
    const rows = await store.read(storedLists, undefined)
    const now = new Map<string, StoredList>()
    for (const list of lists()) {
      const row = rows.find((one) => one.list === key(list))
      if (row) now.set(list.id, row)
    }
    const generations = JSON.stringify([...now].map(([id, { generation }]) => [id, generation]))
    if (generations !== indexedGenerations) {
      const startedAt = clock.now()
      const { names: index, numbers } = await buildIndex(now, parts, signal)
      search = { ...searchInTurns(index, parts), numbers }
      indexedGenerations = generations
      log.info({ entries: index.entries.length, names: index.entryOf.length, ms: clock.now() - startedAt }, 'sanctions lists indexed')
    }
    stored = now
  }

  return {
    key,
    stored: () => stored,
    search: () => search,
    states() {
      const states = parts.lists.map(stateOf)
      if (!echoed) return states
      const references = search?.index.unReferences ?? new Map()
      return states.map((state) => (state.id === echoed.id && !state.fresh ? echoedState(echoed, states, references) : state))
    },
    stamps: () =>
      lists().flatMap(({ id, source, path }) => {
        const list = stored.get(id)
        return list ? [source.stamp(path, list.publishedAt, isFresh(list) ? 'hit' : 'stale')] : []
      }),
    lacksNumbers: ({ id }) => search?.numbers.withoutNumbers.has(id) ?? false,
    lacksReferences({ id }) {
      if (!echoed?.throughLists.includes(id) || !search) return false
      return echoed.throughLists.every((through) => !search?.index.unReferences.has(through))
    },
    hasAll: () => lists().every(({ id }) => stored.has(id)),
    hasFresh: () => lists().some(({ id }) => isFresh(stored.get(id))),
    async refresh(signal) {
      // One after the other: a run that has started may not have seen what this caller just wrote.
      refreshing = refreshing.catch(() => {}).then(() => readLists(signal))
      await refreshing
    },
  }
}
