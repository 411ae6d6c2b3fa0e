import { macroFigure, periodsUntil, unionMembers } from './macro-figures.ts'
import type { MacroFigure } from './macro-figures.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** Data sets by code: their filters besides `geo`, and the subject. */
const datasets: Readonly<Record<string, { filters: Readonly<Record<string, string>>; figures: Readonly<Record<string, MacroFigure>> }>> = {
  prc_hicp_minr: { filters: { freq: 'M', unit: 'RCH_A', coicop18: 'TOTAL' }, figures: { TOTAL: 'hicp' } },
  une_rt_m: { filters: { freq: 'M', s_adj: 'SA', age: 'TOTAL', unit: 'PC_ACT', sex: 'T' }, figures: { PC_ACT: 'unemployment' } },
  nama_10_gdp: { filters: { freq: 'A', unit: 'CLV_PCH_PRE', na_item: 'B1GQ' }, figures: { B1GQ: 'growth' } },
  namq_10_gdp: { filters: { freq: 'Q', unit: 'CLV_PCH_SM', s_adj: 'SCA', na_item: 'B1GQ' }, figures: { B1GQ: 'growthQuarterly' } },
  gov_10dd_edpt1: { filters: { freq: 'A', unit: 'PC_GDP', sector: 'S13', na_item: '' }, figures: { GD: 'debt', B9: 'balance' } },
  gov_10q_ggdebt: { filters: { freq: 'Q', unit: 'PC_GDP', sector: 'S13', na_item: 'GD' }, figures: { GD: 'debt' } },
  irt_lt_mcby_m: { filters: { freq: 'M', int_rt: 'MCBY' }, figures: { MCBY: 'yield' } },
}

const areas = ['EA21', 'EU27_2020', 'EL', ...unionMembers.filter((code) => code !== 'GR')]

function refused(status: number, label: string): Reply {
  return json({ error: [{ status, id: status === 400 ? 150 : 100, label }] }, status)
}

/** Only existing values, by their position in a table of all dimensions. */
function dataset(code: string, filters: Readonly<Record<string, string>>, figure: MacroFigure, area: string, periods: string[]): Reply {
  const id = [...Object.keys(filters), 'geo', 'time']
  const only = (name: string) => ({ label: name, category: { index: { [name]: 0 }, label: { [name]: name } } })
  const dimension = Object.fromEntries(Object.entries({ ...filters, geo: area }).map(([name, value]) => [name, only(value)]))
  const index = Object.fromEntries(periods.map((period, place) => [period, place]))
  return json({
    version: '2.0',
    class: 'dataset',
    label: code,
    source: 'ESTAT',
    updated: '2026-10-02T11:00:00+0200',
    value: Object.fromEntries(periods.map((period, place) => [String(place), macroFigure(figure, area, period)])),
    status: { [String(periods.length - 1)]: 'p' },
    id,
    size: id.map((name) => (name === 'time' ? periods.length : 1)),
    dimension: {
      ...dimension,
      time: { label: 'Time', category: { index, label: Object.fromEntries(periods.map((period) => [period, period])) } },
    },
    extension: { lang: 'EN', id: code.toUpperCase(), agencyId: 'ESTAT', version: '1.0' },
  })
}

/** https://ec.europa.eu/eurostat/web/user-guides/data-browser/api-data-access */
export const eurostat: StandIn = {
  answer({ url, now }) {
    const code = url.pathname.slice(1)
    const known = datasets[code]
    if (!known) return refused(404, `ERR_NOT_FOUND_4: ${code.toUpperCase().slice(0, 40)} is not available for dissemination.`)
    const filters = Object.fromEntries(Object.keys(known.filters).map((name) => [name, url.searchParams.get(name) ?? '']))
    const wrong = Object.entries(known.filters).find(([name, value]) => value !== '' && filters[name] !== value)
    if (wrong) return refused(400, `ERR_INVALID_QUERY: ${wrong[0]}`)
    const figure = Object.entries(filters)
      .map(([, value]) => known.figures[value])
      .find((one) => one !== undefined)
    const area = url.searchParams.get('geo') ?? ''
    if (!figure || !areas.includes(area)) return json({ error: [{ status: 200, id: 100, label: 'NO_RESULTS' }] })
    const frequency = filters['freq'] as 'M' | 'Q' | 'A'
    return dataset(code, filters, figure, area, periodsUntil(now, frequency, Number(url.searchParams.get('lastTimePeriod') ?? 12)))
  },
  rateLimited: json({ error: [{ status: 429, id: 500, label: 'TOO_MANY_REQUESTS' }] }, 429, retryAfter),
  broken: json({ error: [{ status: 500, id: 500, label: 'INTERNAL_SERVER_ERROR' }] }, 500),
}
