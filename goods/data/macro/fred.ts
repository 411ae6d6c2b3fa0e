import { readJson, source, z } from '../../../src/goods/door.ts'
import {
  decodeText,
  type Feed,
  plainDecimal,
  type Source,
  type SourceTools,
  UpstreamGarbage,
  UpstreamRejected,
  type UpstreamResponse,
  validRows,
} from '../../../src/goods/kit/http.ts'
import { frankfurtDay, shiftDay } from '../../../src/goods/kit/time.ts'
import { parseCsv } from '../formats/csv.ts'
import { isPeriod, seriesFreshness, seriesOf } from './series.ts'
import type { Observation, Series } from './series.ts'

export const fred = source({
  id: 'fred',
  name: 'FRED, Federal Reserve Bank of St. Louis',
  licence: 'FRED terms of use; series keep the copyright of those who make them',
  attribution: 'Source: Federal Reserve Bank of St. Louis, FRED',
  resale: 'contract',
  homepage: 'https://fred.stlouisfed.org/legal/',
  // The files behind its graphs, which need no key.
  baseUrl: 'https://fred.stlouisfed.org/graph',
  standing: 'relay',
  usefulKey: 'FRED_API_KEY',
  // Its documented interface.
  plan: (settings) => (keyOf(settings) === undefined ? {} : { baseUrl: 'https://api.stlouisfed.org/fred' }),
  create: createFred,
})

function keyOf({ fredKey }: SourceTools['settings']): string | undefined {
  return typeof fredKey === 'string' ? fredKey : undefined
}

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

/** With a key by FRED's documented interface, else from the files behind its graphs. */
function createFred(source: Source, parts: SourceTools): Fred {
  const key = keyOf(parts.settings)
  const today = () => frankfurtDay(parts.clock.now())
  const firstDay = (id: string) => shiftDay(today(), setRates.has(id) ? -daysForChanges : -daysForLatest)
  const pathOf = (id: string) =>
    key === undefined
      ? `/fredgraph.csv?id=${id}&cosd=${firstDay(id)}`
      : `/series/observations?series_id=${id}&observation_start=${firstDay(id)}&file_type=json`
  const series = source.feed<Series | null>({
    name: 'series',
    size: 100,
    freshness: seriesFreshness,
    asOf: () => null,
    address: pathOf,
    load: (id, signal) =>
      source.ask(
        {
          // The stamp of an answer has the path without the key.
          path: key === undefined ? pathOf(id) : `${pathOf(id)}&api_key=${encodeURIComponent(key)}`,
          headers: { accept: key === undefined ? 'text/csv' : 'application/json' },
          maxBytes: key === undefined ? 100_000 : 1_000_000,
          alsoAccept: [400, 404],
          read(answer) {
            if (answer.status !== 200) return nothingFrom(answer, key !== undefined)
            return seriesFrom(key === undefined ? readFile(answer, id) : readObservations(answer), id, today())
          },
        },
        signal,
      ),
  })
  return { source, series }
}

/** All used series are daily. A file that ends long ago was cut off, or its series was discontinued. */
const maxLagDays = 45

/** An unknown series; a wrong key has the same status in the documented interface, and another text. */
function nothingFrom(answer: UpstreamResponse, withKey: boolean): null {
  if (withKey && answer.status === 400 && /api_key/i.test(readJson(answer, refusal).error_message)) throw new UpstreamRejected(401)
  return null
}

const refusal = z.object({ error_message: z.string().max(1_000) })
const observed = z.object({ observations: z.array(z.unknown()).max(10_000) })

function readObservations(answer: UpstreamResponse): Observation[] {
  return validRows(readJson(answer, observed).observations, observation)
}

/** A day without a value has a dot. */
const noValue = ['.', '']
const observation = z
  .object({
    date: z.string().refine(isPeriod),
    value: z
      .string()
      .max(40)
      .refine((text) => noValue.includes(text) || plainDecimal(text) !== null),
  })
  .transform(({ date, value }): Observation => ({ period: date, value: plainDecimal(value) }))

/** Two columns, of which the first was renamed once. */
function readFile(answer: UpstreamResponse, id: string): Observation[] {
  const [header = [], ...rows] = parseCsv(decodeText(answer.body))
  if (header.length !== 2 || header[1] !== id || !['observation_date', 'DATE'].includes(header[0] ?? '')) {
    throw new UpstreamGarbage('wrong_shape')
  }
  return validRows(
    rows.map(([date, value, ...rest]) => (rest.length > 0 ? null : { date, value })),
    observation,
  )
}

function seriesFrom(observations: readonly Observation[], id: string, today: string): Series | null {
  if ((observations.at(-1)?.period ?? '') < shiftDay(today, -maxLagDays)) throw new UpstreamGarbage('wrong_shape')
  return seriesOf(setRates.has(id) ? changesIn(observations) : observations, null)
}

/** The first day of each value, except of the first value, which may have started before the file. */
function changesIn(observations: readonly Observation[]): Observation[] {
  const known = observations.filter(({ value }) => value !== null)
  return known.filter(({ value }, at) => at > 0 && value !== known[at - 1]?.value)
}
