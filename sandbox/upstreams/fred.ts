import { frankfurtDay, shiftDay } from '../../src/sources/formats/frankfurt-time.ts'
import { keyRates } from './macro-figures.ts'
import { retryAfter } from './reply.ts'
import type { Reply, StandIn } from './reply.ts'

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

function csv(id: string, from: string, now: number): Reply {
  const { before, changes } = rates[id] ?? { before: 0, changes: [] }
  const lines = [`observation_date,${id}`]
  const last = shiftDay(frankfurtDay(now), -1)
  for (let day = from; day <= last; day = shiftDay(day, 1)) {
    const [, rate] = changes.findLast(([since]) => since <= day) ?? [null, before]
    // Market rates have no figure on holidays of the market.
    lines.push(`${day},${changes.length === 0 && day.endsWith('-01') ? '.' : rate.toFixed(2)}`)
  }
  return { status: 200, contentType: 'application/csv', body: `${lines.join('\n')}\n` }
}

/** The files behind the graphs of https://fred.stlouisfed.org */
export const fred: StandIn = {
  answer({ url, now }) {
    const id = url.searchParams.get('id') ?? ''
    if (url.pathname !== '/fredgraph.csv' || !Object.hasOwn(rates, id)) return html(404)
    const from = url.searchParams.get('cosd') ?? '2015-01-01'
    return /^\d{4}-\d\d-\d\d$/.test(from) ? csv(id, from, now) : html(400)
  },
  rateLimited: html(429, retryAfter),
  broken: html(503),
}
