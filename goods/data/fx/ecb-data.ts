import { byAge, source, z } from '../../../src/goods/door.ts'
import {
  type Feed,
  type Freshness,
  plainDecimal,
  positiveDecimal,
  type Source,
  UpstreamGarbage,
  type UpstreamResponse,
  validRows,
} from '../../../src/goods/kit/http.ts'
import { frankfurtDay, shiftDay } from '../../../src/goods/kit/time.ts'
import { ecb, fixedAt, untilNextFix } from './ecb.ts'
import type { ReferenceRates } from '../../../src/goods/kit/ports.ts'
import { readSdmxCsv } from '../formats/sdmx-csv.ts'
import { isPeriod, observationsAsked, seriesFreshness, seriesOf } from '../macro/series.ts'
import type { Series } from '../macro/series.ts'

export const ecbData = source({
  id: 'ecb-data',
  name: 'ECB Data Portal',
  licence: ecb.licence,
  attribution: 'Source: European Central Bank, ECB Data Portal',
  resale: 'open',
  homepage: 'https://data.ecb.europa.eu/help/api/overview',
  baseUrl: 'https://data-api.ecb.europa.eu/service/data',
  standing: 'publisher',
  origin: 'ecb',
  create: createEcbData,
})

/** The reference rates of a month and of the ten days before it. */
export interface MonthOfFixes {
  /** `2026-10` */
  readonly month: string
  /** The newest first; at least one. */
  readonly days: readonly ReferenceRates[]
}

export interface EcbData {
  readonly source: Source
  /** By month (`2026-10`). */
  readonly fixes: Feed<MonthOfFixes>
  /** By data set and key (`FM/B.U2.EUR.4F.KR.MRR_FR.LEV`); null for an unknown series. */
  readonly series: Feed<Series | null>
}

/** The longest time between two fixes. */
const maxGapDays = 10
const dayMs = 86_400_000
const csv = { accept: 'text/csv' }

function createEcbData(source: Source): EcbData {
  const fixesPath = (month: string) => {
    const [start, end] = [shiftDay(`${month}-01`, -maxGapDays), lastDayOf(month)]
    return `/EXR/D..EUR.SP00.A?startPeriod=${start}&endPeriod=${end}&format=csvdata&detail=dataonly`
  }
  const fixes = source.feed<MonthOfFixes>({
    name: 'fixes',
    size: 60,
    freshness: fixesFreshness,
    asOf: ({ days: [latest] }) => (latest ? fixedAt(latest.date) : null),
    address: fixesPath,
    load: (month, signal) =>
      source.ask(
        { path: fixesPath(month), headers: csv, maxBytes: 100_000, read: (answer) => ({ month, days: readFixes(answer) }) },
        signal,
      ),
  })

  const seriesPath = (key: string) => `/${key}?lastNObservations=${observationsAsked}&format=csvdata&detail=dataonly`
  const series = source.feed<Series | null>({
    name: 'series',
    size: 500,
    freshness: seriesFreshness,
    asOf: () => null,
    address: seriesPath,
    load: (key, signal) =>
      source.ask(
        {
          path: seriesPath(key),
          headers: csv,
          maxBytes: 100_000,
          alsoAccept: [404],
          read: (answer) => (answer.status === 404 ? null : readSeries(answer)),
        },
        signal,
      ),
  })

  return { source, fixes, series }
}

/** A past month does not change; the current one grows with each fix. */
function fixesFreshness(value: MonthOfFixes, fetchedAt: number): Freshness {
  const latest = value.days[0]?.date
  const isOver = value.month < frankfurtDay(fetchedAt).slice(0, 7)
  return isOver || latest === undefined ? settled(value, fetchedAt) : untilNextFix(latest, fetchedAt)
}

const settled = byAge({ refreshMs: dayMs, freshMs: 2 * dayMs, staleMs: 7 * dayMs })

function lastDayOf(month: string): string {
  return shiftDay(`${shiftDay(`${month}-28`, 4).slice(0, 7)}-01`, -1)
}

const fixRow = z.object({
  CURRENCY: z.string().regex(/^[A-Z]{3}$/),
  CURRENCY_DENOM: z.literal('EUR'),
  TIME_PERIOD: z.iso.date(),
  OBS_VALUE: positiveDecimal,
})

/** How a series writes that it has no value for a period. */
const noValue: ReadonlySet<string> = new Set(['', 'NaN', '-', '.'])

function readFixes(answer: UpstreamResponse): readonly ReferenceRates[] {
  const rows = readSdmxCsv(answer, ['CURRENCY', 'CURRENCY_DENOM', 'TIME_PERIOD', 'OBS_VALUE'])
  const days = new Map<string, Record<string, string>>()
  // Some series list days without a fix.
  const given = rows.filter(({ OBS_VALUE }) => !noValue.has(OBS_VALUE))
  for (const { CURRENCY, TIME_PERIOD, OBS_VALUE } of validRows(given, fixRow)) {
    const perEur = days.get(TIME_PERIOD) ?? {}
    perEur[CURRENCY] = OBS_VALUE
    days.set(TIME_PERIOD, perEur)
  }
  if (days.size === 0) throw new UpstreamGarbage('wrong_shape')
  return [...days].map(([date, perEur]) => ({ date, perEur })).toSorted((one, other) => (one.date < other.date ? 1 : -1))
}

function readSeries(answer: UpstreamResponse): Series {
  const rows = readSdmxCsv(answer, ['TIME_PERIOD', 'OBS_VALUE'])
  const observations = rows.map(({ TIME_PERIOD, OBS_VALUE }) => {
    const value = noValue.has(OBS_VALUE) ? null : plainDecimal(OBS_VALUE)
    if (!isPeriod(TIME_PERIOD) || (value === null && !noValue.has(OBS_VALUE))) throw new UpstreamGarbage('wrong_shape')
    return { period: TIME_PERIOD, value }
  })
  const series = seriesOf(observations, null)
  if (!series) throw new UpstreamGarbage('wrong_shape')
  return series
}
