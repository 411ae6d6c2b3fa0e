import { afterEach, beforeEach } from 'vitest'
import { openScreening, type ScreeningTest } from '../screening.fixture.ts'
import { silentLog, type Log } from '../../../src/shared/log.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { publishList, storedLists, type StoredList } from './list-rows.ts'
import { emptyStore, loadedStore } from './loaded-store.fixture.ts'
import { listSources } from './list-sources.ts'

/** The sources of the lists, in the order in which `requests` counts. */

export const never = new AbortController().signal

/** Sources and a database of lists for each test. What is opened is closed after the test. */
export function useListWorld() {
  const opened: ScreeningTest[] = []
  const logged: string[] = []
  let store: MemoryStore
  beforeEach(() => {
    store = emptyStore()
    logged.length = 0
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    await store.close()
  })

  const log: Log = {
    ...silentLog,
    error: (fields, message) => logged.push(`${String(fields['list'])} ${String(fields['fault'])}: ${message}`),
    child: () => log,
  }
  const open = async (...[settings]: Parameters<typeof openScreening>): Promise<ScreeningTest> => {
    const one = await openScreening({ store, log, limits: { bulkTimeoutMs: 5_000, attempts: { retries: 0, backoffMs: 1 } }, ...settings })
    opened.push(one)
    return one
  }
  /** From here on all lists are in the database. */
  const useLoadedStore = async () => {
    await store.close()
    store = await loadedStore()
  }
  return {
    /** Errors, each with its list and the list's fault. */
    logged,
    store: () => store,
    open,
    useLoadedStore,
    /** Sources with all lists loaded. */
    async loaded(): Promise<ScreeningTest> {
      await useLoadedStore()
      const one = await open()
      await one.sources.sanctions.load(never)
      return one
    },
    requests: ({ upstreams }: ScreeningTest) => listSources.map((id) => upstreams.requests(id)),
    rows: async () => store.read(storedLists, undefined),
    change: (list: StoredList, changes: Partial<StoredList>) => store.write(publishList, { ...list, ...changes }),
  }
}
