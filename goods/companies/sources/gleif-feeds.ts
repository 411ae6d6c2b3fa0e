import { readJson, z } from '../../../src/goods/door.ts'
import {
  type Feed,
  type Freshness,
  type Source,
  type SourceTools,
  UpstreamGarbage,
  type UpstreamResponse,
} from '../../../src/goods/kit/http.ts'
import type { CompanyCandidate } from './company-register.ts'
import { modification, type Modification } from './gleif-changes.ts'
import { familyLoader } from './gleif-family.ts'
import { modificationsPath, numberQueries, pageSize, recordPath, searchQueries } from './gleif-queries.ts'
import { candidateOf, gleifMeta, gleifRecord, published, recordWithNumber, type GleifRecord, type Published } from './gleif-record.ts'
import type { LeiFamily } from './vat-and-lei.ts'

export interface Modifications {
  readonly all: readonly Modification[]
  /** There are more than were read. */
  readonly more: boolean
}

/** What is kept of GLEIF. Null for an unknown LEI or number. */
export interface GleifFeeds {
  /** By LEI. */
  readonly records: Feed<Published<GleifRecord | null>>
  /** By country and register number, `CZ 45274649`. */
  readonly numbers: Feed<Published<GleifRecord | null>>
  /** By LEI. */
  readonly families: Feed<Published<LeiFamily | null>>
  /** By country or `*`, limit and name: `CZ 10 ČEZ`. */
  readonly searches: Feed<Published<readonly CompanyCandidate[] | null>>
  /** By LEI. */
  readonly changes: Feed<Published<Modifications | null>>
}

const hour = 3_600_000
/** New data comes at 00, 08 and 16 o'clock UTC, and needs a while until every server has it. */
const publishEveryMs = 8 * hour
const publishDelayMs = hour / 4
const maxStaleMs = 7 * 24 * hour
const maxPages = 5

const list = z.object({ meta: gleifMeta.optional(), data: z.array(gleifRecord).max(pageSize) })
const single = z.object({ meta: gleifMeta.optional(), data: gleifRecord })
const modifications = z.object({ meta: gleifMeta.optional(), data: z.array(modification).max(pageSize) })

/** That there is nothing is not used any longer than it is fresh. */
function untilNextPublish({ value }: Published<unknown>, fetchedAt: number): Freshness {
  const sincePublish = (fetchedAt - publishDelayMs) % publishEveryMs
  const freshUntil = fetchedAt + publishEveryMs - sincePublish
  return { refreshAt: freshUntil, freshUntil, staleUntil: value === null ? freshUntil : fetchedAt + maxStaleMs }
}

export type AskGleif = <T>(
  path: string,
  signal: AbortSignal,
  read: (answer: UpstreamResponse) => T,
  alsoAccept?: readonly number[],
) => Promise<T>

export function createGleifFeeds(source: Source, { limits }: Pick<SourceTools, 'limits'>): GleifFeeds {
  const ask: AskGleif = (path, signal, read, alsoAccept = []) =>
    source.ask({ path, read, alsoAccept, maxBytes: 4_000_000, timeoutMs: limits.timeoutMs * 2 }, signal)
  const feed = <V>(name: string, address: (key: string) => string, load: (key: string, signal: AbortSignal) => Promise<Published<V>>) =>
    source.feed<Published<V>>({
      name,
      size: 5_000,
      budgetMs: limits.budgetMs * 3,
      freshness: untilNextPublish,
      asOf: ({ publishedAt }) => publishedAt,
      address,
      load,
    })

  const records = feed('records', recordPath, (lei, signal) => ask(recordPath(lei), signal, (answer) => readRecord(answer, lei), [404]))
  const queriesOf = (key: string) => numberQueries(...splitKey(key))
  return {
    records,
    numbers: feed(
      'numbers',
      (key) => listPath(queriesOf(key)[0]),
      (key, signal) => firstHit(ask, queriesOf(key), signal, (found) => recordWithNumber(found, ...splitKey(key))),
    ),
    families: feed('families', (lei) => `${recordPath(lei)}/direct-parent`, familyLoader(records, ask)),
    searches: feed(
      'searches',
      (key) => listPath(searchOf(key)[0]),
      (key, signal) =>
        firstHit(ask, searchOf(key), signal, (found) => (found.length === 0 ? null : found.flatMap((one) => candidateOf(one) ?? []))),
    ),
    changes: feed(
      'changes',
      (lei) => modificationsPath(lei, 1),
      (lei, signal) => readModifications(ask, lei, signal),
    ),
  }
}

/** Asks in one way after the other, until one finds what is wanted. */
async function firstHit<V>(
  ask: AskGleif,
  queries: readonly string[],
  signal: AbortSignal,
  wanted: (found: readonly GleifRecord[]) => V | null,
): Promise<Published<V | null>> {
  let last: Published<V | null> = published(null)
  for (const query of queries) {
    // An unknown filter is a 400: this way of asking finds nothing.
    const answer = await ask(listPath(query), signal, (given) => (given.status === 400 ? null : readJson(given, list)), [400])
    if (answer) last = published(wanted(answer.data), answer.meta)
    if (last.value !== null) return last
  }
  return last
}

async function readModifications(ask: AskGleif, lei: string, signal: AbortSignal): Promise<Published<Modifications | null>> {
  const all: Modification[] = []
  const read = (answer: UpstreamResponse) => (answer.status === 404 ? null : readJson(answer, modifications))
  for (let page = 1; ; page++) {
    const answer = await ask(modificationsPath(lei, page), signal, read, [404])
    if (!answer) return published(null)
    all.push(...answer.data.map(({ attributes }) => attributes))
    const more = page < (answer.meta?.pagination?.lastPage ?? 1)
    if (!more || page === maxPages) return published({ all, more }, answer.meta)
  }
}

function readRecord(answer: UpstreamResponse, lei: string): Published<GleifRecord | null> {
  if (answer.status === 404) return published(null)
  const { meta, data } = readJson(answer, single)
  if (data.id !== lei || data.attributes.lei !== lei) throw new UpstreamGarbage('wrong_shape')
  return published(data, meta)
}

function listPath(query = ''): string {
  return `/lei-records?${query}`
}

function splitKey(key: string): [first: string, rest: string] {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}

function searchOf(key: string): string[] {
  const [country, rest] = splitKey(key)
  const [limit, name] = splitKey(rest)
  return searchQueries(name, country === '*' ? null : country, limit)
}
