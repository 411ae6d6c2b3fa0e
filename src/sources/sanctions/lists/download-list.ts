import { createHash } from 'node:crypto'
import type { Clock, Timers } from '../../../shared/clock.ts'
import type { HttpAnswer } from '../../../net/exchange.ts'
import type { Source } from '../../create-source.ts'
import { inTurns } from '../in-turns.ts'
import type { ListHead, ParseList } from './parsed-list.ts'

/** What an upstream gave to know a state of its document by (RFC 9110 section 13.1). */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** An entry as it is kept: its number and the JSON of a ListedEntry. */
export interface EntryRow {
  readonly id: string
  readonly entry: string
}

export interface ReadList extends ListHead {
  /** Each number once. */
  readonly rows: readonly EntryRow[]
  /** SHA-256 of all entries in order. */
  readonly digest: string
}

export interface DownloadedList extends ReadList, Validators {}

/** One list of one upstream. */
export interface SanctionsList {
  readonly id: string
  /** As people know it. */
  readonly name: string
  readonly source: Source
  /** Path below the source's base address. */
  readonly path: string
  /** Fewer entries than any state of the real list ever had. */
  readonly leastEntries: number
  /** The list as it is published now; null when it is still the one with these validators. @throws UpstreamError */
  download(known: Validators | null, signal: AbortSignal): Promise<DownloadedList | null>
}

export interface ListDeclaration extends Pick<SanctionsList, 'id' | 'name' | 'path' | 'leastEntries'> {
  readonly accept: string
  readonly maxBytes: number
  readonly redirectHosts?: readonly string[]
  readonly parse: ParseList
}

/** A list that is one document of its source, too long to be read in one turn. */
export function createList(declared: ListDeclaration, source: Source, parts: { clock: Clock; timers: Timers }): SanctionsList {
  const { id, name, path, leastEntries, accept, maxBytes, redirectHosts, parse } = declared

  const read = async (answer: HttpAnswer, signal: AbortSignal): Promise<DownloadedList | null> => {
    if (answer.status === 304) return null
    const list = await inTurns(readList(parse(answer.chunks)), parts, signal)
    return { ...list, etag: answer.header('etag'), lastModified: answer.header('last-modified') }
  }

  return {
    id,
    name,
    source,
    path,
    leastEntries,
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
 * Reads a list step by step. Entries become JSON at once: as they come from the parser they hold on to the text that they
 * were cut from, all of it.
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
