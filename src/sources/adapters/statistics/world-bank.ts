import { z } from 'zod'
import type { UpstreamResponse } from '../../../net/exchange.ts'
import { UpstreamRejected } from '../../../net/upstream-errors.ts'
import { createSource } from '../../policy/create-source.ts'
import type { Source, SourceParts } from '../../policy/create-source.ts'
import { plainDecimal } from '../../formats/decimal.ts'
import type { Feed } from '../../policy/feed.ts'
import { readJson, validRows } from '../../formats/read-json.ts'
import { observationsAsked, seriesFreshness, seriesOf } from './series.ts'
import type { Series } from './series.ts'
import type { SourceTerms } from '../../policy/source.ts'

export const worldBankTerms: SourceTerms = {
  id: 'world-bank',
  name: 'World Bank',
  licence: 'CC BY 4.0',
  attribution: 'The World Bank: World Development Indicators',
  resale: 'open',
  homepage: 'https://datacatalog.worldbank.org/public-licenses',
}

export const worldBankBaseUrl = 'https://api.worldbank.org/v2'

export interface WorldBank {
  readonly source: Source
  /** By country and indicator (`US/SL.UEM.TOTL.ZS`); null when there is no such series. */
  readonly series: Feed<Series | null>
}

export function createWorldBank(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): WorldBank {
  const source = createSource({ terms: worldBankTerms, ...declared }, parts)
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
