import { createHash } from 'node:crypto'
import type { Clock, Timers } from '../../../shared/clock.ts'
import type { UpstreamResponse } from '../../../net/exchange.ts'
import type { Source } from '../../policy/create-source.ts'
import { runInSlices } from '../run-in-slices.ts'
import type { ListSummary, ParseList } from './parsed-list.ts'

/** The validators of an upstream's document (RFC 9110 section 13.1). */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** An entry as stored: its number and the JSON of a ListedEntry. */
export interface EntryRow {
  readonly id: string
  readonly entry: string
}

export interface ReadList extends ListSummary {
  /** Each number occurs once. */
  readonly rows: readonly EntryRow[]
  /** SHA-256 of all entries in order. */
  readonly digest: string
}

export interface DownloadedList extends ReadList, Validators {}

/** One list of one upstream. */
export interface SanctionsList {
  readonly id: string
  /** Its common name. */
  readonly name: string
  readonly source: Source
  /** Path below the source's base address. */
  readonly path: string
  /** Fewer entries than the real list ever had. A smaller download is refused. */
  readonly minEntries: number
  /** Pauses after failures in a row, for a host that needs longer ones than others. */
  readonly retryPausesMs?: readonly number[]
  /** Downloads the published list; null when it still has these validators. @throws UpstreamError */
  download(known: Validators | null, signal: AbortSignal): Promise<DownloadedList | null>
}

export interface ListDeclaration extends Pick<SanctionsList, 'id' | 'name' | 'path' | 'minEntries' | 'retryPausesMs'> {
  readonly accept: string
  readonly maxBytes: number
  readonly redirectHosts?: readonly string[]
  readonly parse: ParseList
}

/** A list that is one document of its source, so long that it is parsed in slices. */
export function createList(declared: ListDeclaration, source: Source, parts: { clock: Clock; timers: Timers }): SanctionsList {
  const { id, name, path, minEntries, retryPausesMs, accept, maxBytes, redirectHosts, parse } = declared

  const read = async (answer: UpstreamResponse, signal: AbortSignal): Promise<DownloadedList | null> => {
    if (answer.status === 304) return null
    const list = await runInSlices(readList(parse(answer.chunks)), parts, signal)
    return { ...list, etag: answer.header('etag'), lastModified: answer.header('last-modified') }
  }

  return {
    id,
    name,
    source,
    path,
    minEntries,
    ...(retryPausesMs === undefined ? {} : { retryPausesMs }),
    download: (known, signal) =>
      source.ask(
        {
          path,
          headers: {
            accept,
            ...(known?.etag ? { 'if-none-match': known.etag } : {}),
            ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
          },
          maxBytes,
          bulk: true,
          ...(known === null ? {} : { alsoAccept: [304] }),
          ...(redirectHosts === undefined ? {} : { redirectHosts }),
          read: (answer) => read(answer, signal),
        },
        signal,
      ),
  }
}

/**
 * Reads a list step by step. Each entry becomes JSON at once, because the strings from the parser keep the whole text in memory
 * from which they were cut.
 */
export function* readList(steps: ReturnType<ParseList>): Generator<null, ReadList> {
  const rows = new Map<string, EntryRow>()
  const digest = createHash('sha256')
  for (;;) {
    const step = steps.next()
    if (step.done === true) return { ...step.value, rows: [...rows.values()], digest: digest.digest('hex') }
    if (step.value) {
      const entry = JSON.stringify(step.value)
      rows.set(step.value.id, { id: step.value.id, entry })
      digest.update(entry)
    }
    yield null
  }
}
