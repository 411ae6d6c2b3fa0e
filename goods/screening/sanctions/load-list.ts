import type { Clock, Log } from '../../../src/goods/kit/parts.ts'
import type { LineStore } from '../../../src/goods/kit/store.ts'
import { pruneEntries, publishList, storedLists, writeEntries, type StoredList } from './list-rows.ts'
import type { DownloadedList, SanctionsList } from './lists/download-list.ts'

export interface LoadParts {
  readonly store: LineStore
  readonly clock: Clock
  readonly log: Log
  /** How the database names a list. */
  key(list: SanctionsList): string
  /** The document is wanted even if it has not changed, because it is read in another way than before. */
  readonly unconditionally?: boolean
}

/** Rows written in one unit: a millisecond or two. */
const rowsPerUnit = 50
/** A list dated further in the future has a wrong date, and would make correct later ones look old. */
const maxFutureMs = 2 * 86_400_000

/**
 * Updates one list in the database to the published one. `unchanged`: it was up to date. `refused`: the download cannot be the
 * list, so the stored one stays and ages.
 * @throws UpstreamError, and what the store throws; the stored list stays then too.
 */
export async function loadList(list: SanctionsList, parts: LoadParts, signal: AbortSignal): Promise<'taken' | 'unchanged' | 'refused'> {
  const { store, clock, log } = parts
  const key = parts.key(list)
  const held = (await store.read(storedLists, undefined)).find((one) => one.list === key) ?? null
  const came = await list.download(parts.unconditionally ? null : held, signal)
  const now = clock.now()
  if (came === null) {
    if (held) await store.write(publishList, { ...held, checkedAt: now })
    return 'unchanged'
  }
  if (came.rejectedRows > 0)
    log.warn({ list: list.id, rejectedRows: came.rejectedRows, entries: came.rows.length }, 'rows of a sanctions list rejected')
  const fault = faultOf(list, came, held, now)
  if (fault !== null) {
    log.error(
      { list: list.id, fault, entries: came.rows.length, heldEntries: held?.entries ?? 0, version: came.version },
      'sanctions list refused, the stored one stays',
    )
    return 'refused'
  }
  const { rows, digest, version, publishedAt, etag, lastModified } = came
  const state = { list: key, version, publishedAt, etag, lastModified, checkedAt: now, entries: rows.length, digest }
  if (held?.digest === digest) {
    await store.write(publishList, { ...held, ...state })
    return 'unchanged'
  }
  const generation = (held?.generation ?? 0) + 1
  await prune(store, key, held?.generation ?? 0, signal)
  for (let start = 0; start < rows.length; start += rowsPerUnit) {
    signal.throwIfAborted()
    await store.write(writeEntries, { list: key, generation, rows: rows.slice(start, start + rowsPerUnit) })
  }
  await store.write(publishList, { ...state, generation, loadedAt: now })
  await prune(store, key, generation, signal)
  log.info({ list: list.id, version, entries: rows.length }, 'sanctions list loaded')
  return 'taken'
}

function faultOf(list: SanctionsList, came: DownloadedList, held: StoredList | null, now: number): string | null {
  const { rows, publishedAt } = came
  if (rows.length < list.minEntries) return 'too_few'
  if (held && rows.length < held.entries / 2) return 'lost_half'
  if (publishedAt > now + maxFutureMs) return 'from_the_future'
  if (held && publishedAt < held.publishedAt) return 'older_than_held'
  return null
}

/** Deletes the rows of earlier loads, finished or not. */
async function prune(store: LineStore, list: string, generation: number, signal: AbortSignal): Promise<void> {
  const limit = 200
  while ((await store.write(pruneEntries, { list, generation, limit })) === limit) signal.throwIfAborted()
}
