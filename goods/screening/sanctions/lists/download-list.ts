import { type Source, UpstreamGarbage, UpstreamRejected, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { Clock, Timers } from '../../../../src/goods/kit/parts.ts'
import { createHash } from 'node:crypto'
import { runInSlices } from '../run-in-slices.ts'
import type { ListSummary, ParseList } from './parsed-list.ts'
import { unzip } from './unzip.ts'

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
  /** Of the list, packed or not. */
  readonly maxBytes: number
  readonly redirectHosts?: readonly string[]
  readonly parse: ParseList
  /** The same list as a ZIP archive, a fraction of its size. It is asked for first. */
  readonly zip?: { readonly path: string; readonly file: string; readonly maxBytes: number }
}

/** One way to get a list: the document, or the archive that contains it. */
interface Form {
  readonly path: string
  readonly accept: string
  readonly maxBytes: number
  /** The list's document in the body. */
  unpack(body: readonly Uint8Array[], signal: AbortSignal): Promise<readonly Uint8Array[]>
}

/** A list that is one document of its source, so long that it is parsed in slices. */
export function createList(declared: ListDeclaration, source: Source, parts: { clock: Clock; timers: Timers }): SanctionsList {
  const { id, name, path, minEntries, retryPausesMs, accept, maxBytes, redirectHosts, parse, zip } = declared

  const ask = (form: Form, known: Validators | null, signal: AbortSignal): Promise<DownloadedList | null> => {
    const read = async (answer: UpstreamResponse): Promise<DownloadedList | null> => {
      if (answer.status === 304) return null
      const list = await runInSlices(readList(parse(await form.unpack(answer.chunks, signal))), parts, signal)
      return { ...list, etag: answer.header('etag'), lastModified: answer.header('last-modified') }
    }
    return source.ask(
      {
        path: form.path,
        headers: {
          accept: form.accept,
          ...(known?.etag ? { 'if-none-match': known.etag } : {}),
          ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
        },
        maxBytes: form.maxBytes,
        bulk: true,
        ...(known === null ? {} : { alsoAccept: [304] }),
        ...(redirectHosts === undefined ? {} : { redirectHosts }),
        read,
      },
      signal,
    )
  }
  const plain: Form = { path, accept, maxBytes, unpack: async (body) => body }
  const packed: Form | undefined = zip && {
    path: zip.path,
    accept: 'application/zip, application/x-zip-compressed, application/octet-stream',
    maxBytes: zip.maxBytes,
    unpack: (body, signal) => unzip(body, { name: zip.file, maxBytes }, signal),
  }

  return {
    id,
    name,
    source,
    path,
    minEntries,
    ...(retryPausesMs === undefined ? {} : { retryPausesMs }),
    async download(known, signal) {
      if (!packed) return ask(plain, known, signal)
      try {
        return await ask(packed, known, signal)
      } catch (error) {
        if (signal.aborted || !isAboutTheFile(error)) throw error
        return ask(plain, known, signal)
      }
    },
  }
}

/** Whether another file of the same host may be all right: the host answered, did not ask us to wait, and this file is no list. */
function isAboutTheFile(error: unknown): boolean {
  if (error instanceof UpstreamGarbage) return true
  return error instanceof UpstreamRejected && error.status !== 429 && error.status !== 503
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
