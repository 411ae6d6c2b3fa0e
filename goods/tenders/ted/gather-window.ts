import { UpstreamGarbage, UpstreamRejected } from '../../../src/goods/kit/http.ts'
import { noticeOf, numberOf } from './ted-notice.ts'
import { pageSize, smallPageSize, type TedPage } from './ted-page.ts'
import type { TenderNotice } from './tender-notice.ts'

/** All notices of a query since a day. */
export type TenderWindow =
  | {
      readonly kind: 'whole'
      /** When TED was asked for the first page: its pages are all of that moment. Milliseconds. */
      readonly askedAt: number
      readonly notices: readonly TenderNotice[]
      /** Notices that could not be read. */
      readonly unreadableCount: number
      /** TED gave as many notices as it counted. */
      readonly complete: boolean
    }
  | { readonly kind: 'too-many'; readonly askedAt: number; readonly totalCount: number }

/** The most notices of one answer. More pages would not fit into the time of a call. */
export const maxNotices = 4_000
/** More fields than this are never refused at once, unless TED has changed for good. */
const maxRefusals = 12

export interface GatherParts {
  readonly now: () => number
  /** Asks for the page behind a token, with at most so many notices, without the refused fields. */
  ask(token: string | null, limit: number): Promise<TedPage>
  /** Notes that TED does not know a field. Returns whether the request can do without it. */
  refuse(field: string): boolean
}

/** What was read so far. */
interface Gathered {
  readonly askedAt: number
  readonly notices: Map<string, TenderNotice>
  readonly unreadable: Set<string>
}

/**
 * Fetches all pages. Pages may overlap: a notice counts once. The end is where TED has given as many as it counts, or an empty page,
 * since a token comes after the last page too.
 * @throws UpstreamError
 */
export async function gatherWindow(parts: GatherParts): Promise<TenderWindow> {
  const begin = (): Gathered => ({ askedAt: parts.now(), notices: new Map(), unreadable: new Set() })
  let gathered = begin()
  let token: string | null = null
  let limit = pageSize
  let [pages, refusals, restarts] = [0, 0, 0]
  for (;;) {
    const page: TedPage | { readonly kind: 'too-large' } = await parts.ask(token, limit).catch((error: unknown) => {
      if (limit > smallPageSize && error instanceof UpstreamGarbage && error.reason === 'too_large') return { kind: 'too-large' as const }
      throw error
    })
    if (page.kind === 'too-large') {
      limit = smallPageSize
      continue
    }
    if (page.kind === 'unknown-field') {
      if (!parts.refuse(page.field) || ++refusals > maxRefusals) throw new UpstreamRejected(400)
      continue
    }
    if (page.kind === 'lost-place') {
      if (token === null || ++restarts > 1) throw new UpstreamRejected(400)
      gathered = begin()
      token = null
      pages = 0
      continue
    }
    if (page.totalCount > maxNotices) return { kind: 'too-many', askedAt: gathered.askedAt, totalCount: page.totalCount }
    add(gathered, page.rows)
    const complete = gathered.notices.size + gathered.unreadable.size >= page.totalCount
    if (complete || page.rows.length === 0 || page.token === null) return whole(gathered, complete)
    // An upstream whose pages never end.
    if (++pages > 2 * Math.ceil(maxNotices / limit)) throw new UpstreamGarbage('wrong_shape')
    token = page.token
  }
}

function add({ notices, unreadable }: Gathered, rows: readonly unknown[]): void {
  for (const row of rows) {
    const notice = noticeOf(row)
    if (notice) notices.set(notice.id, notice)
    else unreadable.add(numberOf(row) ?? JSON.stringify(row).slice(0, 500))
  }
}

function whole({ askedAt, notices, unreadable }: Gathered, complete: boolean): TenderWindow {
  return { kind: 'whole', askedAt, notices: [...notices.values()], unreadableCount: unreadable.size, complete }
}
