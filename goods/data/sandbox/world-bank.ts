import { macroFigure, periodsUntil } from './macro-figures.ts'
import type { MacroFigure } from './macro-figures.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

const indicators: Readonly<Record<string, readonly [title: string, figure: MacroFigure]>> = {
  'SL.UEM.TOTL.ZS': ['Unemployment, total (% of total labor force) (modeled ILO estimate)', 'unemployment'],
  'FP.CPI.TOTL.ZG': ['Inflation, consumer prices (annual %)', 'inflation'],
  'NY.GDP.MKTP.KD.ZG': ['GDP growth (annual %)', 'growth'],
  'NY.GDP.MKTP.CD': ['GDP (current US$)', 'gdp'],
  'GC.DOD.TOTL.GD.ZS': ['Central government debt, total (% of GDP)', 'debt'],
  'SP.POP.TOTL': ['Population, total', 'population'],
}

const aggregates: Readonly<Record<string, string>> = { EMU: 'Euro area', EUU: 'European Union' }
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Errors come with status 200. */
const invalid = json([{ message: [{ id: '120', key: 'Invalid value', value: 'The provided parameter value is not valid' }] }])

function page(indicator: string, country: string, name: string, count: number, now: number): Reply {
  const [title, figure] = indicators[indicator] ?? ['', 'growth' as const]
  const years = periodsUntil(now, 'A', count).toReversed()
  const meta = { page: 1, pages: 1, per_page: count, total: years.length, sourceid: '2', lastupdated: '2026-09-30' }
  const rows = years.map((date) => ({
    indicator: { id: indicator, value: title },
    country: { id: country, value: name },
    countryiso3code: '',
    date,
    value: macroFigure(figure, country, date),
    unit: '',
    obs_status: '',
    decimal: 1,
  }))
  return json([meta, rows])
}

/** https://datahelpdesk.worldbank.org/knowledgebase/articles/889392 */
export const worldBank: StandIn = {
  answer({ url, now }) {
    const [, country = '', indicator = ''] = /^\/country\/(\w+)\/indicator\/([\w.]+)$/.exec(url.pathname) ?? []
    const name = aggregates[country] ?? (/^[A-Z]{2}$/.test(country) ? names.of(country) : undefined)
    if (!Object.hasOwn(indicators, indicator) || name === undefined) return invalid
    // Some countries of the ISO standard have no figures.
    if (country === 'AQ') return json([{ page: 0, pages: 0, per_page: 0, total: 0, sourceid: null, lastupdated: null }, null])
    return page(indicator, country, name, Number(url.searchParams.get('mrnev') ?? 50), now)
  },
  rateLimited: { status: 429, contentType: 'text/html', body: '<html><body>Too many requests</body></html>', headers: retryAfter },
  broken: json([{ message: [{ id: '105', key: 'Service currently unavailable', value: 'The service is not available' }] }]),
}
