import type { Clock, Timers } from '../../../shared/clock.ts'
import type { HttpAnswer } from '../../../net/exchange.ts'
import type { Source } from '../../create-source.ts'
import { inTurns } from '../in-turns.ts'
import type { ListedEntry } from '../listed-entry.ts'
import type { ListHead, ParseList } from './parsed-list.ts'

/** What an upstream gave to know a state of its document by (RFC 9110 section 13.1). */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export interface DownloadedList extends ListHead, Validators {
  readonly entries: readonly ListedEntry[]
}

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
    const entries: ListedEntry[] = []
    const head = await inTurns(collect(parse(answer.chunks), entries), parts, signal)
    return { ...head, entries, etag: answer.header('etag'), lastModified: answer.header('last-modified') }
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
            ...(known?.etag == null ? {} : { 'if-none-match': known.etag }),
            ...(known?.lastModified == null ? {} : { 'if-modified-since': known.lastModified }),
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

function* collect(steps: ReturnType<ParseList>, entries: ListedEntry[]): Generator<null, ListHead> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (step.value) entries.push(step.value)
    yield null
  }
}
