import { readJson, source, z } from '../../../src/goods/door.ts'
import { type Feed, plainDecimal, type Source, UpstreamRejected, type UpstreamResponse, validRows } from '../../../src/goods/kit/http.ts'
import { observationsAsked, seriesFreshness, seriesOf } from './series.ts'
import type { Series } from './series.ts'

export const worldBank = source({
  id: 'world-bank',
  name: 'World Bank',
  licence: 'CC BY 4.0',
  attribution: 'The World Bank: World Development Indicators',
  resale: 'open',
  homepage: 'https://datacatalog.worldbank.org/public-licenses',
  baseUrl: 'https://api.worldbank.org/v2',
  standing: 'relay',
  create: createWorldBank,
})

export interface WorldBank {
  readonly source: Source
  /** By country and indicator (`US/SL.UEM.TOTL.ZS`); null when there is no such series. */
  readonly series: Feed<Series | null>
}

function createWorldBank(source: Source): WorldBank {
  const pathOf = (key: string) => {
    const [country = '', indicator = ''] = key.split('/')
    return `/country/${country}/indicator/${indicator}?format=json&mrnev=${observationsAsked}&per_page=${observationsAsked}`
  }
  const series = source.feed<Series | null>({
    name: 'series',
    size: 1_000,
    freshness: seriesFreshness,
    asOf: (value) => value?.updatedAt ?? null,
    address: pathOf,
    load: (key, signal) => source.ask({ path: pathOf(key), maxBytes: 200_000, read: readSeries }, signal),
  })
  return { source, series }
}

const row = z.object({ date: z.string().regex(/^\d{4}(?:Q[1-4]|M\d\d)?$/), value: z.number().min(-1e18).max(1e18).nullable() })
const page = z.tuple([z.object({ lastupdated: z.string().max(40).nullish() }), z.array(z.unknown()).max(200).nullable()])
/** Errors have status 200. */
const refusal = z.tuple([z.object({ message: z.array(z.object({ id: z.string() })).min(1) })])
/** "Invalid value", for the country or the indicator, and "indicator was not found". */
const nothingFound = ['120', '175']

function readSeries(answer: UpstreamResponse): Series | null {
  const read = readJson(answer, z.union([page, refusal]))
  if (read.length === 1) {
    if (read[0].message.some(({ id }) => nothingFound.includes(id))) return null
    throw new UpstreamRejected(503)
  }
  const [{ lastupdated }, rows] = read
  const updatedAt = Date.parse(lastupdated ?? '')
  return seriesOf(
    validRows(rows ?? [], row).map(({ date, value }) => ({ period: date, value: value === null ? null : plainDecimal(value) })),
    Number.isNaN(updatedAt) ? null : updatedAt,
  )
}
