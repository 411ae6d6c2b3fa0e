import type { Query, Row, Unit } from '../../../src/goods/kit/store.ts'
import type { EntryRow, Validators } from './lists/download-list.ts'
import type { ListedEntry } from './listed-entry.ts'

/** One list in the database. */
export interface StoredList extends Validators {
  readonly list: string
  readonly generation: number
  readonly version: string
  /** Milliseconds since the epoch, like the next two. */
  readonly publishedAt: number
  readonly loadedAt: number
  /** When it was last known to equal the published list. */
  readonly checkedAt: number
  readonly entries: number
  /** SHA-256 of the entries in order. */
  readonly digest: string
}

/** One load of one list. */
interface ListGeneration {
  readonly list: string
  readonly generation: number
}

export const storedLists: Query<undefined, StoredList[]> = {
  name: 'sanctions_lists',
  sqlite: (transaction) => transaction.all('SELECT * FROM sanctions_lists ORDER BY list').map(readList),
}

function readList(row: Row): StoredList {
  const text = (name: string) => row[name] as string
  const number = (name: string) => Number(row[name])
  return {
    list: text('list'),
    generation: number('generation'),
    version: text('version'),
    publishedAt: number('published_at'),
    loadedAt: number('loaded_at'),
    checkedAt: number('checked_at'),
    entries: number('entries'),
    digest: text('digest'),
    etag: row['etag'] as string | null,
    lastModified: row['last_modified'] as string | null,
  }
}

/** Entries of a generation in the order of their ids, after the id `after`. */
export const entriesAfter: Query<ListGeneration & { readonly after: string; readonly limit: number }, EntryRow[]> = {
  name: 'sanctions_entries_after',
  sqlite: (transaction, { list, generation, after, limit }) =>
    transaction.all(
      'SELECT id, entry FROM sanctions_entries WHERE list = ? AND generation = ? AND id > ? ORDER BY id LIMIT ?',
      list,
      BigInt(generation),
      after,
      BigInt(limit),
    ) as unknown as EntryRow[],
}

export const oneEntry: Query<ListGeneration & { readonly id: string }, string | null> = {
  name: 'sanctions_entry',
  sqlite: (transaction, { list, generation, id }) =>
    (transaction.get('SELECT entry FROM sanctions_entries WHERE list = ? AND generation = ? AND id = ?', list, BigInt(generation), id)?.[
      'entry'
    ] as string | undefined) ?? null,
}

/** Writes entries of a generation that is not published yet. */
export const writeEntries: Unit<ListGeneration & { readonly rows: readonly EntryRow[] }, void> = {
  name: 'write_sanctions_entries',
  sqlite(transaction, { list, generation, rows }) {
    for (const { id, entry } of rows) {
      transaction.run(
        'INSERT INTO sanctions_entries (list, generation, id, entry) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET entry = excluded.entry',
        list,
        BigInt(generation),
        id,
        entry,
      )
    }
  },
}

/** Publishes a completely written generation as the list. */
export const publishList: Unit<StoredList, void> = {
  name: 'publish_sanctions_list',
  sqlite(transaction, list) {
    transaction.run(
      `INSERT INTO sanctions_lists (list, generation, version, published_at, loaded_at, checked_at, entries, digest, etag, last_modified)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (list) DO UPDATE SET generation = excluded.generation, version = excluded.version, published_at = excluded.published_at,
         loaded_at = excluded.loaded_at, checked_at = excluded.checked_at, entries = excluded.entries, digest = excluded.digest,
         etag = excluded.etag, last_modified = excluded.last_modified`,
      list.list,
      BigInt(list.generation),
      list.version,
      BigInt(list.publishedAt),
      BigInt(list.loadedAt),
      BigInt(list.checkedAt),
      BigInt(list.entries),
      list.digest,
      list.etag,
      list.lastModified,
    )
  },
}

/** Deletes some rows of any generation except the current and the previous one. Returns how many. */
export const pruneEntries: Unit<ListGeneration & { readonly limit: number }, number> = {
  name: 'prune_sanctions_entries',
  sqlite: (transaction, { list, generation, limit }) =>
    transaction.run(
      `DELETE FROM sanctions_entries WHERE rowid IN
         (SELECT rowid FROM sanctions_entries WHERE list = ? AND generation NOT IN (?, ?) LIMIT ?)`,
      list,
      BigInt(generation),
      BigInt(generation - 1),
      BigInt(limit),
    ).changes,
}

export function readEntry(text: string): ListedEntry {
  return JSON.parse(text) as ListedEntry
}
