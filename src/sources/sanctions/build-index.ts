import type { Clock, Timers } from '../../shared/clock.ts'
import type { Store } from '../../store/store.ts'
import { entriesAfter, readEntry, type StoredList } from './list-rows.ts'
import type { EntryRow } from './lists/download-list.ts'
import { createIndexBuilder, type NameIndex } from './names/name-index.ts'
import { runInSlices, yieldEventLoop } from './run-in-slices.ts'

const rowsPerRead = 100

/** Indexes the lists, by list id, from the database: a restart finds the same there. */
export async function buildIndex(
  lists: ReadonlyMap<string, StoredList>,
  parts: { readonly store: Store; readonly clock: Clock; readonly timers: Timers },
  signal: AbortSignal,
): Promise<NameIndex> {
  const builder = createIndexBuilder()
  for (const [id, { list, generation }] of lists) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: EntryRow[] = await parts.store.read(entriesAfter, { list, generation, after, limit: rowsPerRead })
      await runInSlices(
        eachOf(rows, ({ entry }) => builder.add(id, generation, readEntry(entry))),
        parts,
        signal,
      )
      after = rows.length < rowsPerRead ? undefined : rows.at(-1)?.id
      await yieldEventLoop(parts.timers)
    }
  }
  return runInSlices(builder.finish(), parts, signal)
}

function* eachOf<Item>(items: readonly Item[], run: (item: Item) => void): Generator<null, void> {
  for (const item of items) {
    run(item)
    yield null
  }
}
