import { source, z } from '../../../src/goods/door.ts'
import {
  type Feed,
  parseJson,
  plainDecimal,
  type Source,
  UpstreamGarbage,
  UpstreamRejected,
  type UpstreamResponse,
} from '../../../src/goods/kit/http.ts'
import { readJsonStat } from '../formats/json-stat.ts'
import { isPeriod, observationsAsked, seriesFreshness, seriesOf } from './series.ts'
import type { Series } from './series.ts'

export const eurostat = source({
  id: 'eurostat',
  name: 'Eurostat',
  licence: 'Free reuse with citation of the source (Commission Decision 2011/833/EU)',
  attribution: 'Source: Eurostat',
  resale: 'open',
  homepage: 'https://ec.europa.eu/eurostat/help/copyright-notice',
  baseUrl: 'https://ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data',
  standing: 'publisher',
  create: createEurostat,
})

export interface Eurostat {
  readonly source: Source
  /** By data set and filters that select one series (`une_rt_m?geo=DE&…`); null when there is no such series. */
  readonly series: Feed<Series | null>
}

function createEurostat(source: Source): Eurostat {
  const pathOf = (key: string) => `/${key}&format=JSON&lang=EN&lastTimePeriod=${observationsAsked}`
  const series = source.feed<Series | null>({
    name: 'series',
    size: 1_000,
    freshness: seriesFreshness,
    asOf: (value) => value?.updatedAt ?? null,
    address: pathOf,
    load: (key, signal) => source.ask({ path: pathOf(key), maxBytes: 200_000, alsoAccept: [400, 404], read: readSeries }, signal),
  })
  return { source, series }
}

/** Errors have their own status or 200. An answer that takes the upstream too long is a warning with status 200. */
const refusal = z.union([
  z.object({ error: z.array(z.object({ id: z.coerce.number() })).min(1) }),
  z.object({ warning: z.union([z.object({}), z.array(z.object({})).min(1)]) }),
])
/** "No results found": the data set, the country or the combination is unknown. */
const nothingFound = 100

function readSeries(answer: UpstreamResponse): Series | null {
  const body = parseJson(answer.body)
  const refused = refusal.safeParse(body)
  if (refused.success) {
    if ('warning' in refused.data) throw new UpstreamRejected(503)
    if (refused.data.error.some(({ id }) => id === nothingFound)) return null
    throw new UpstreamRejected(answer.status === 200 ? 500 : answer.status)
  }
  if (answer.status !== 200) throw new UpstreamRejected(answer.status)
  const { cells, updatedAt } = readJsonStat(body)
  const observations = cells.map(({ codes, value }) => ({
    period: codes['time'] ?? '',
    value: value === null ? null : plainDecimal(value),
  }))
  if (observations.some(({ period }) => !isPeriod(period))) throw new UpstreamGarbage('wrong_shape')
  // A duplicate period means that the filters selected more than one series.
  if (new Set(observations.map(({ period }) => period)).size !== observations.length) throw new UpstreamGarbage('wrong_shape')
  return seriesOf(observations, updatedAt)
}
