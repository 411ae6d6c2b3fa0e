import { frankfurtDay, shiftDay } from '../../../src/goods/kit/time.ts'
import { keyRates } from './macro-figures.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInRequest as Asked, StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

/** The rate before the first change that the stand-ins know, and its changes. */
const rates: Readonly<Record<string, { readonly before: number; readonly changes: readonly (readonly [day: string, rate: number])[] }>> = {
  ECBMRRFR: { before: 4.5, changes: keyRates['MRR_FR'] ?? [] },
  ECBDFR: { before: 4, changes: keyRates['DFR'] ?? [] },
  ECBMLFR: { before: 4.75, changes: keyRates['MLFR'] ?? [] },
  ECBESTRVOLWGTTRMDMNRT: { before: 1.928, changes: [] },
  DFEDTARU: {
    before: 5.5,
    changes: [
      ['2024-09-19', 5],
      ['2024-12-19', 4.5],
      ['2025-09-18', 4.25],
    ],
  },
}

function html(status: number, headers = {}): Reply {
  return { status, contentType: 'text/html', body: '<!DOCTYPE html><html><body>Sorry</body></html>', headers }
}

function observations(id: string, from: string, now: number): { date: string; value: string }[] {
  const { before, changes } = rates[id] ?? { before: 0, changes: [] }
  const days: { date: string; value: string }[] = []
  const last = shiftDay(frankfurtDay(now), -1)
  for (let day = from; day <= last; day = shiftDay(day, 1)) {
    const [, rate] = changes.findLast(([since]) => since <= day) ?? [null, before]
    // Market rates have no figure on holidays of the market.
    days.push({ date: day, value: changes.length === 0 && day.endsWith('-01') ? '.' : rate.toFixed(2) })
  }
  return days
}

function csv(id: string, from: string, now: number): Reply {
  const lines = observations(id, from, now).map(({ date, value }) => `${date},${value}`)
  return { status: 200, contentType: 'application/csv', body: `${[`observation_date,${id}`, ...lines].join('\n')}\n` }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** https://fred.stlouisfed.org/docs/api/fred/series_observations.html */
function byKey({ url, now }: Asked): Reply {
  const refused = (error_message: string) => json({ error_code: 400, error_message }, 400)
  const [id = '', from = '', key = ''] = ['series_id', 'observation_start', 'api_key'].map((name) => url.searchParams.get(name) ?? '')
  if (!/^[0-9a-z]{32}$/.test(key))
    return refused('Bad Request.  The value for variable api_key is not a 32 character alpha-numeric lower-cased string.')
  if (!Object.hasOwn(rates, id)) return refused('Bad Request.  The series does not exist.')
  if (!isDay(from)) return refused('Bad Request.  Variable observation_start is not a date.')
  const span = { realtime_start: frankfurtDay(now), realtime_end: frankfurtDay(now) }
  const days = observations(id, from, now)
  return json({ ...span, units: 'lin', count: days.length, observations: days.map((day) => ({ ...span, ...day })) })
}

/** The files behind the graphs of https://fred.stlouisfed.org */
export const fred: StandIn = {
  answer(asked) {
    const { url, now } = asked
    if (url.pathname === '/series/observations') return byKey(asked)
    const id = url.searchParams.get('id') ?? ''
    if (url.pathname !== '/fredgraph.csv' || !Object.hasOwn(rates, id)) return html(404)
    const from = url.searchParams.get('cosd') ?? '2015-01-01'
    return isDay(from) ? csv(id, from, now) : html(400)
  },
  rateLimited: html(429, retryAfter),
  broken: html(503),
}
