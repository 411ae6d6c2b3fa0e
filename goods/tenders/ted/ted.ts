import { source } from '../../../src/goods/door.ts'
import type { Feed, FeedOptions, Freshness, Source, SourceStamp, SourceTools } from '../../../src/goods/kit/http.ts'
import { gatherWindow, type TenderWindow } from './gather-window.ts'
import { fieldsWithout, membersWithout, optionalFields } from './ted-fields.ts'
import { readPage, requestBody, type TedPage } from './ted-page.ts'
import { expertQuery, type TenderQuery } from './ted-query.ts'
import type { TenderNotice } from './tender-notice.ts'

/** The notices of a query, or how many they are where they are too many. */
export type FoundTenders =
  | {
      readonly kind: 'found'
      /** In no order, each once, and none from before the first day that was asked for. */
      readonly notices: readonly TenderNotice[]
      /** Notices that could not be read. They may be from before that day. */
      readonly unreadableCount: number
      /** False where TED gave fewer notices than it counted. */
      readonly complete: boolean
      /** Members of a notice that lack something, since TED refused their fields. */
      readonly missing: readonly string[]
      readonly source: SourceStamp
    }
  | { readonly kind: 'too-many'; readonly totalCount: number }

export interface Ted {
  /** By query, as JSON. */
  readonly windows: Feed<TenderWindow>
  /** @throws UpstreamError when TED gives nothing and nothing recent enough is cached */
  find(query: TenderQuery, options?: FeedOptions): Promise<FoundTenders>
}

const path = '/v3/notices/search'
const minute = 60_000
const day = 1_440 * minute
/** A refused field is asked for again after this time. */
const refusedMs = day
/** All windows together; one notice takes about a kilobyte. */
const maxKept = 24_000

type Kept = TenderWindow & { readonly missing: readonly string[] }

/** That there are too many is not used any longer than it is fresh. */
function freshness(value: Kept, fetchedAt: number): Freshness {
  const freshUntil = fetchedAt + 15 * minute
  return { refreshAt: freshUntil, freshUntil, staleUntil: value.kind === 'too-many' ? freshUntil : fetchedAt + day }
}

/** https://docs.ted.europa.eu/api/latest/search.html */
export const ted = source({
  id: 'ted',
  name: 'TED, Tenders Electronic Daily',
  licence: 'Commission reuse policy, Decision 2011/833/EU',
  attribution: 'TED, © European Union',
  resale: 'open',
  homepage: 'https://ted.europa.eu',
  baseUrl: 'https://api.ted.europa.eu',
  standing: 'publisher',
  // It answers bursts with 429. More than 50 in line would wait longer than a call takes.
  pace: { everyMs: 500, maxWaiting: 50 },
  create: createTed,
})

function createTed(source: Source, { clock, limits, timers }: SourceTools): Ted {
  const pause = () => new Promise<void>((resolve) => void timers.soon(resolve))
  const refusedAt = new Map<string, number>()

  const refused = (): ReadonlySet<string> => {
    for (const [field, at] of refusedAt) if (clock.now() - at >= refusedMs) refusedAt.delete(field)
    return new Set(refusedAt.keys())
  }

  const ask = (query: string, limit: number, token: string | null, signal: AbortSignal): Promise<TedPage> =>
    source.ask(
      {
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: requestBody(query, fieldsWithout(refused()), limit, token),
        alsoAccept: [400, 429],
        // A page has about seven kilobytes for each notice, most of them links.
        maxBytes: 4_000_000,
        timeoutMs: limits.timeoutMs * 4,
        read: (answer) => readPage(answer, { now: clock.now(), pause }),
      },
      signal,
    )

  const windows = source.feed<Kept>({
    name: 'windows',
    size: 2_000,
    weight: { of: (window) => (window.kind === 'whole' ? window.notices.length : 0), max: maxKept },
    // Sixteen pages, one after the other, and those of other callers between them. It goes on when its callers have given up, so that
    // a query that takes longer than a call is answered to the next one.
    budgetMs: limits.budgetMs * 40,
    freshness,
    asOf: ({ askedAt }) => askedAt,
    address: () => path,
    async load(key, signal) {
      const query = expertQuery(JSON.parse(key) as TenderQuery)
      const window = await gatherWindow({
        now: () => clock.now(),
        ask: (token, limit) => ask(query, limit, token, signal),
        refuse(field) {
          if (!optionalFields.has(field)) return false
          refusedAt.set(field, clock.now())
          return true
        },
      })
      return { ...window, missing: membersWithout(refused()) }
    },
  })

  const since = (query: TenderQuery, from: string, options: FeedOptions) =>
    windows.get(JSON.stringify({ country: query.country, cpv: query.cpv, from }), { waitMs: limits.budgetMs * 12, ...options })

  return {
    windows,
    async find(query, options = {}) {
      // Begins on the first day of the month, so that callers who ask for different days share one answer. Begins on the exact day where the month has too many notices.
      const month = `${query.from.slice(0, 8)}01`
      const shared = await since(query, month, options)
      const { value, source } = shared.value.kind === 'too-many' && month !== query.from ? await since(query, query.from, options) : shared
      if (value.kind === 'too-many') return { kind: 'too-many', totalCount: value.totalCount }
      const { unreadableCount, complete, missing } = value
      return {
        kind: 'found',
        notices: value.notices.filter((notice) => notice.day >= query.from),
        unreadableCount,
        complete,
        missing,
        source,
      }
    },
  }
}
