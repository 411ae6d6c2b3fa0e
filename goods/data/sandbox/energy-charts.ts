import { shiftDay } from '../../../src/goods/kit/time.ts'
import { deliveryDay } from '../energy/day-prices.ts'
import { isOut, knowsZone, priceAt } from './day-ahead.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

const open = 'CC BY 4.0 (creativecommons.org/licenses/by/4.0) from Bundesnetzagentur | SMARD.de'
const restricted =
  'The data provided herein is for private and internal use only. The utilization of any data, whether in its raw or derived form, for external or commercial purposes is expressly prohibited.'

/** Zones whose prices do not come from SMARD. */
const restrictedZones = ['EE', 'FI', 'LV', 'LT']

/** The auction for this day was the first with quarter hours. */
const firstQuarterHours = '2025-10-01'

function prices(zone: string, from: string, to: string, now: number): Reply {
  const seconds: number[] = []
  for (let day = from; day <= to && isOut(day, now); day = shiftDay(day, 1)) {
    const { start, end } = deliveryDay(day)
    // Switzerland is not coupled with the others and still has hourly prices.
    const step = zone === 'CH' || day < firstQuarterHours ? 3_600_000 : 900_000
    for (let at = start; at < end; at += step) seconds.push(at / 1000)
  }
  if (seconds.length === 0) return json({ detail: 'no content available' }, 404)
  // Slovenia has a gap at 02:00 UTC every day, as some zones sometimes do.
  const price = seconds.map((at) => (zone === 'SI' && at % 86_400 === 7_200 ? null : priceAt(zone, at * 1000)))
  return json({
    license_info: restrictedZones.includes(zone) ? restricted : open,
    unix_seconds: seconds,
    price,
    unit: 'EUR / MWh',
    deprecated: false,
  })
}

/** https://api.energy-charts.info/ */
export const energyCharts: StandIn = {
  answer({ url, now }) {
    const [zone = '', from = '', to = ''] = ['bzn', 'start', 'end'].map((name) => url.searchParams.get(name) ?? '')
    if (url.pathname !== '/price') return json({ detail: 'Not Found' }, 404)
    const fault = (name: string) => json({ detail: [{ loc: ['query', name], msg: 'unexpected value', type: 'value_error' }] }, 422)
    if (!knowsZone(zone)) return fault('bzn')
    if (!/^\d{4}-\d\d-\d\d$/.test(from) || !/^\d{4}-\d\d-\d\d$/.test(to) || to < from) return fault('start')
    return from < '2015-01-01' ? json({ detail: 'no content available' }, 404) : prices(zone, from, to, now)
  },
  rateLimited: json({ detail: 'Too Many Requests' }, 429, retryAfter),
  broken: json({ detail: 'Internal Server Error' }, 500),
}
