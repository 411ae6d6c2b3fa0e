import type { HttpAnswer } from '../net/exchange.ts'
import { decodeText } from '../net/parse-json.ts'
import { UpstreamGarbage } from '../net/upstream-errors.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import { parseCsv } from './csv.ts'
import { plainDecimal } from './decimal.ts'
import type { Feed } from './feed.ts'
import { frankfurtDay, shiftDay } from './frankfurt-time.ts'
import { isPeriod, seriesFreshness, seriesOf } from './series.ts'
import type { Observation, Series } from './series.ts'
import type { SourceTerms } from './source.ts'

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
  /** By id (`DGS10`); null for one that it does not have. Of a rate that a central bank sets, only the days from which it changed. */
  readonly series: Feed<Series | null>
}

/** They stay for months, and FRED repeats them day by day. */
const setRates: ReadonlySet<string> = new Set(['ECBMRRFR', 'ECBDFR', 'ECBMLFR', 'DFEDTARU'])

/** A rate may stay as it is for years, and the day of a change is known only when the day before it is there too. */
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
          maxBytes: 500_000,
          alsoAccept: [400, 404],
          read: (answer) => (answer.status === 200 ? readSeries(answer, id, frankfurtDay(parts.clock.now())) : null),
        },
        signal,
      ),
  })
  return { source, series }
}

/** All of our series are daily: a file that ends long ago was cut off, or is about something that is no more. */
const longestLagDays = 45

/** Two columns, of which the first was renamed once; a day without a figure has a dot. */
function readSeries(answer: HttpAnswer, id: string, today: string): Series | null {
  const [header = [], ...rows] = parseCsv(decodeText(answer.body))
  if (header.length !== 2 || header[1] !== id || !['observation_date', 'DATE'].includes(header[0] ?? '')) {
    throw new UpstreamGarbage('wrong_shape')
  }
  const observations = rows.map(([period = '', text = '', ...rest]) => {
    const value = text === '.' || text === '' ? null : plainDecimal(text)
    if (!isPeriod(period) || rest.length > 0 || (value === null && !['.', ''].includes(text))) throw new UpstreamGarbage('wrong_shape')
    return { period, value }
  })
  if ((observations.at(-1)?.period ?? '') < shiftDay(today, -longestLagDays)) throw new UpstreamGarbage('wrong_shape')
  return seriesOf(setRates.has(id) ? changesIn(observations) : observations, null)
}

/** The first day of each value but of the first, which may be older than what was read. */
function changesIn(observations: readonly Observation[]): Observation[] {
  const known = observations.filter(({ value }) => value !== null)
  return known.filter(({ value }, at) => at > 0 && value !== known[at - 1]?.value)
}
