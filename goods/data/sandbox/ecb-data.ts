import type { RatesOn } from './data-world.ts'
import { keyRates, macroFigure, periodsUntil, unionMembers, workdaysUntil } from './macro-figures.ts'
import type { MacroFigure } from './macro-figures.ts'
import { fixDays } from './reference-rates.ts'
import { retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

function csv(key: string, columns: readonly string[], rows: readonly (readonly string[])[]): Reply {
  const lines = [['KEY', ...columns, 'TIME_PERIOD', 'OBS_VALUE'], ...rows.map((row) => [key, ...row])]
  return { status: 200, contentType: 'text/csv', body: lines.map((line) => `${line.join(',')}\r\n`).join('') }
}

const notFound: Reply = { status: 404, contentType: 'text/plain', body: 'No results found.' }

/** The daily reference rates of all currencies, one currency after the other, without rows for days without a fix. */
function exchangeRates(query: URLSearchParams, now: number, ratesOn: RatesOn): Reply {
  const days = fixDays(query.get('startPeriod') ?? '1999-01-04', query.get('endPeriod') ?? '9999-12-31', now).toReversed()
  if (days.length === 0) return notFound
  const tables = days.map((day) => ({ day, rates: ratesOn(day) }))
  const rows = Object.keys(tables[0]?.rates ?? {}).flatMap((code) =>
    tables.map(({ day, rates }) => ['D', code, 'EUR', 'SP00', 'A', day, rates[code] ?? '']),
  )
  const lines = rows.map((row) => [`EXR.D.${row[1]}.EUR.SP00.A`, ...row].join(','))
  const header = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE'
  return { status: 200, contentType: 'text/csv', body: [header, ...lines, ''].join('\r\n') }
}

/** Data sets by country: the position of the country in the key, and the subject. */
const byArea: Readonly<Record<string, { key: RegExp; figure: MacroFigure }>> = {
  HICP: { key: /^M\.([A-Z]\w)\.N\.000000\.4D0\.ANR$/, figure: 'hicp' },
  IRS: { key: /^M\.([A-Z]\w)\.L\.L40\.CI\.0000\.EUR\.N\.Z$/, figure: 'yield' },
  LFSI: { key: /^M\.([A-Z]\w)\.S\.UNEHRT\.TOTAL0\.15_74\.T$/, figure: 'unemployment' },
  MNA: { key: /^Q\.Y\.([A-Z]\w)\.W2\.S1\.S1\.B\.B1GQ\._Z\._Z\._Z\.EUR\.LR\.GY$/, figure: 'growthQuarterly' },
}

function series(dataset: string, key: string, count: number, now: number): Reply {
  const [, instrument = ''] = /^B\.U2\.EUR\.4F\.KR\.(MRR_FR|DFR|MLFR)\.LEV$/.exec(key) ?? []
  const changes = dataset === 'FM' ? keyRates[instrument] : undefined
  const full = `${dataset}.${key}`
  if (changes) {
    const columns = ['FREQ', 'REF_AREA', 'CURRENCY', 'PROVIDER_FM', 'INSTRUMENT_FM', 'PROVIDER_FM_ID', 'DATA_TYPE_FM']
    const rows = changes.slice(-count).map(([day, rate]) => ['B', 'U2', 'EUR', '4F', 'KR', instrument, 'LEV', day, String(rate)])
    return csv(full, columns, rows)
  }
  if (full === 'EST.B.EU000A2X2A25.WT') {
    const rows = workdaysUntil(now, count).map((day) => ['B', 'EU000A2X2A25', 'WT', day, '1.928'])
    return csv(full, ['FREQ', 'BENCHMARK_ITEM', 'DATA_TYPE_EST'], rows)
  }
  const known = byArea[dataset]
  const [, area = ''] = known?.key.exec(key) ?? []
  if (!known || !['U2', ...unionMembers].includes(area)) return notFound
  const frequency = key.startsWith('Q') ? 'Q' : 'M'
  const rows = periodsUntil(now, frequency, count).map((period) => [
    frequency,
    area,
    period,
    macroFigure(known.figure, area, period).toFixed(1),
  ])
  return csv(full, ['FREQ', 'REF_AREA'], rows)
}

/** https://data.ecb.europa.eu/help/api/data */
export const ecbData = (ratesOn: RatesOn): StandIn => ({
  answer({ url, now }) {
    const [, dataset = '', key = ''] = url.pathname.split('/')
    if (url.searchParams.get('format') !== 'csvdata') return { ...notFound, status: 406, body: 'Not acceptable' }
    if (dataset === 'EXR' && key === 'D..EUR.SP00.A') return exchangeRates(url.searchParams, now, ratesOn)
    return series(dataset, key, Number(url.searchParams.get('lastNObservations') ?? 100), now)
  },
  rateLimited: { status: 429, contentType: 'text/plain', body: 'Too many requests', headers: retryAfter },
  broken: { status: 500, contentType: 'text/plain', body: 'Internal server error' },
})
