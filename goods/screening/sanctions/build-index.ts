import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import type { LineStore } from '../../../src/goods/kit/store.ts'
import { createIdentifierIndex, type IdentifierIndex } from './identifiers/identifier-index.ts'
import { entriesAfter, readEntry, type StoredList } from './list-rows.ts'
import type { EntryRow } from './lists/download-list.ts'
import { createIndexBuilder, type NameIndex } from './names/name-index.ts'
import { runInSlices, yieldEventLoop } from './run-in-slices.ts'

const rowsPerRead = 100

/** Names and numbers of all lists. */
export interface ListIndexes {
  readonly names: NameIndex
  readonly numbers: IdentifierIndex
}

/** Indexes the lists, by list id, from the database: a restart finds the same there. */
export async function buildIndex(
  lists: ReadonlyMap<string, StoredList>,
  parts: { readonly store: LineStore; readonly clock: Clock; readonly timers: Timers },
  signal: AbortSignal,
): Promise<ListIndexes> {
  const builder = createIndexBuilder()
  const numbers = createIdentifierIndex()
  for (const [id, { list, generation }] of lists) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: EntryRow[] = await parts.store.read(entriesAfter, { list, generation, after, limit: rowsPerRead })
      await runInSlices(
        eachOf(rows, (row) => {
          const entry = readEntry(row.entry)
          builder.add(id, generation, entry)
          numbers.add(id, entry)
        }),
        parts,
        signal,
      )
      after = rows.length < rowsPerRead ? undefined : rows.at(-1)?.id
      await yieldEventLoop(parts.timers)
    }
  }
  return { names: await runInSlices(builder.finish(), parts, signal), numbers: numbers.finish() }
}

function* eachOf<Item>(items: readonly Item[], run: (item: Item) => void): Generator<null, void> {
  for (const item of items) {
    run(item)
    yield null
  }
}
