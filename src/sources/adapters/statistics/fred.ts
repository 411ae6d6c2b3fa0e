import type { UpstreamResponse } from '../../../net/exchange.ts'
import { decodeText } from '../../../net/parse-json.ts'
import { UpstreamGarbage } from '../../../net/upstream-errors.ts'
import { createSource } from '../../policy/create-source.ts'
import type { Source, SourceParts } from '../../policy/create-source.ts'
import { parseCsv } from '../../formats/csv.ts'
import { plainDecimal } from '../../formats/decimal.ts'
import type { Feed } from '../../policy/feed.ts'
import { frankfurtDay, shiftDay } from '../../formats/frankfurt-time.ts'
import { isPeriod, seriesFreshness, seriesOf } from './series.ts'
import type { Observation, Series } from './series.ts'
import type { SourceTerms } from '../../policy/source.ts'

export const fredTerms: SourceTerms = {
  id: 'fred',
  name: 'FRED, Federal Reserve Bank of St. Louis',
  licence: 'FRED terms of use; series keep the copyright of those who make them',
  attribution: 'Source: Federal Reserve Bank of St. Louis, FRED',
  resale: 'contract',
  homepage: 'https://fred.stlouisfed.org/legal/',
}

export const fredBaseUrl = 'https://fred.stlouisfed.org/graph'

export interface Fred {
  readonly source: Source
  /** By id (`DGS10`); null for an unknown one. For a rate that a central bank sets, only the days of its changes. */
  readonly series: Feed<Series | null>
}

/** Rates that stay the same for months, and that FRED repeats for every day. */
const setRates: ReadonlySet<string> = new Set(['ECBMRRFR', 'ECBDFR', 'ECBMLFR', 'DFEDTARU'])

/** A rate may stay the same for years, and finding the day of a change needs the day before it too. */
const daysForChanges = 3_650
const daysForLatest = 60

export function createFred(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Fred {
  const source = createSource({ terms: fredTerms, ...declared }, parts)
  const pathOf = (id: string) => {
    const days = setRates.has(id) ? daysForChanges : daysForLatest
    return `/fredgraph.csv?id=${id}&cosd=${shiftDay(frankfurtDay(parts.clock.now()), -days)}`
  }
  const series = source.feed<Series | null>({
    name: 'series',
    size: 100,
    freshness: seriesFreshness,
    asOf: () => null,
    address: pathOf,
    load: (id, signal) =>
      source.ask(
        {
          path: pathOf(id),
          headers: { accept: 'text/csv' },
          maxBytes: 100_000,
          alsoAccept: [400, 404],
          read: (answer) => (answer.status === 200 ? readSeries(answer, id, frankfurtDay(parts.clock.now())) : null),
        },
        signal,
      ),
  })
  return { source, series }
}

/** All used series are daily. A file that ends long ago was cut off, or its series was discontinued. */
const maxLagDays = 45

/** Two columns, of which the first was renamed once. A day without a value has a dot. */
function readSeries(answer: UpstreamResponse, id: string, today: string): Series | null {
  const [header = [], ...rows] = parseCsv(decodeText(answer.body))
  if (header.length !== 2 || header[1] !== id || !['observation_date', 'DATE'].includes(header[0] ?? '')) {
    throw new UpstreamGarbage('wrong_shape')
  }
  const observations = rows.map(([period = '', text = '', ...rest]) => {
    const value = text === '.' || text === '' ? null : plainDecimal(text)
    if (!isPeriod(period) || rest.length > 0 || (value === null && !['.', ''].includes(text))) throw new UpstreamGarbage('wrong_shape')
    return { period, value }
  })
  if ((observations.at(-1)?.period ?? '') < shiftDay(today, -maxLagDays)) throw new UpstreamGarbage('wrong_shape')
  return seriesOf(setRates.has(id) ? changesIn(observations) : observations, null)
}

/** The first day of each value, except of the first value, which may have started before the file. */
function changesIn(observations: readonly Observation[]): Observation[] {
  const known = observations.filter(({ value }) => value !== null)
  return known.filter(({ value }, at) => at > 0 && value !== known[at - 1]?.value)
}
