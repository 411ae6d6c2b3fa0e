import { z } from 'zod'
import { answer, fixedPrice, offer } from '../../offer.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { deliveryDay, publishedFrom } from '../../sources/day-prices.ts'
import type { DayPrices } from '../../sources/day-prices.ts'
import { frankfurtDay } from '../../sources/frankfurt-time.ts'
import { firstToAnswer } from '../../sources/in-order.ts'
import { metaOf } from '../../sources/meta.ts'
import type { Sources } from '../../sources/sources.ts'
import { orUpstreamProblem } from '../../sources/upstream-problem.ts'
import { pricesOfZone, priceSupplies, zoneNamed, zonesOffered } from './bidding-zones.ts'
import { statisticsOf } from './day-statistics.ts'
import { energyAnswer, energyExample } from './energy-answer.ts'

/** Energy-Charts has prices since then. */
const firstDay = '2015-01-01'
const minuteMs = 60_000
const window = 'a multiple of 15 from 15 to 1440'

/** Day-ahead prices of electricity in one bidding zone on one day. */
export const energy = offer({
  id: 'data-energy',
  route: 'GET /v1/data/energy/{zone}',
  access: fixedPrice('0.0015'),
  title: 'Day-ahead prices of electricity',
  purpose:
    'Price of electricity for every quarter hour of a day in a European bidding zone, as the day-ahead auction set it, with the lowest, the highest, the mean and the cheapest stretch of a length of your choice: when to charge, heat or compute. The next day is there from early afternoon on.',
  path: z.object({ zone: z.string().regex(/^[A-Za-z]{2}[A-Za-z0-9-]{0,14}$/, 'a bidding zone such as DE-LU') }),
  query: z.object({
    date: z.iso.date('a day as YYYY-MM-DD').optional().describe('delivery day; today in Central European Time if left out'),
    windowMinutes: z
      .string()
      .regex(/^[1-9]\d{1,3}$/, window)
      .refine((text) => Number(text) % 15 === 0 && Number(text) <= 1_440, window)
      .default('180')
      .describe(`length of the cheapest stretch: ${window}`),
  }),
  answer: energyAnswer,
  example: { path: { zone: 'DE-LU' }, query: { windowMinutes: '180' }, answer: energyExample },
  door: {
    sources: ['energy-charts', 'awattar-de', 'awattar-at', 'elering'],
    freshness: { renewed: 'when the next day is published, from 12:45 in Central European Time on', oldestHours: 24 },
    coverage:
      'Bidding zones whose prices may be passed on; quarter hours since 2025-10-01, hours since 2015, or since the zone was formed.',
    values: (sources) => ({ zone: zonesOffered(sources) }),
  },
  available: ({ sources }) => availabilityOf(priceSupplies(sources)),
  async run({ path, query }, { sources, clock, signal }) {
    const now = clock.now()
    const zone = zoneNamed(path.zone)
    if (zone === null) throw unknownZone('No bidding zone of this name is offered.')
    const date = query.date ?? frankfurtDay(now)
    checkDate(date, now)
    const candidates = pricesOfZone(sources, zone, date)
    if (!candidates.some(({ source }) => source.enabled)) throw unknownZone(notForSale)
    const found = await firstToAnswer(candidates, signal).catch(
      orUpstreamProblem('No source gives the prices of this zone for this day at present.'),
    )
    if (!found) throw notFound(sources, zone, date)
    const { value, source, fallback } = found
    const { data, missing } = describe(value, { zone, date, windowMinutes: Number(query.windowMinutes) })
    return answer({
      success: true,
      data: { ...data, source: source.id },
      timestamp: new Date(now).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({ stamps: [source], missing, fallback, simulated: sources.simulated }),
    })
  },
})

function describe(value: DayPrices, asked: { zone: string; date: string; windowMinutes: number }) {
  const { zone, date, windowMinutes } = asked
  const { start } = deliveryDay(date)
  const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString()
  const { resolutionMinutes } = value
  const prices = value.prices.map((price, index) => ({ start: at(index * resolutionMinutes), price }))
  const { lowest, highest, mean, cheapest } = statisticsOf(value, windowMinutes)
  const [min, max] = [lowest, highest].map((index) => pricedAt(prices, index))
  const cheapestWindow = cheapest && {
    minutes: windowMinutes,
    start: at(cheapest.startMinute),
    end: at(cheapest.startMinute + windowMinutes),
    mean: cheapest.mean,
  }
  const gaps = prices.flatMap(({ price }, index) => (price === null ? [`prices[${index}].price`] : []))
  if (!min || !max || mean === null) throw noData('There are no prices of this zone for this day.')
  return {
    data: {
      zone,
      date,
      timeZone: 'Europe/Berlin' as const,
      unit: 'EUR/MWh' as const,
      resolutionMinutes,
      prices,
      min,
      max,
      mean,
      cheapestWindow,
    },
    missing: [...gaps, ...(cheapestWindow ? [] : ['cheapestWindow'])],
  }
}

function pricedAt(prices: readonly { start: string; price: string | null }[], index: number | null) {
  const one = index === null ? undefined : prices[index]
  return one && one.price !== null ? { price: one.price, start: one.start } : null
}

/** Days that nobody can have yet, or any more, are asked of nobody. */
function checkDate(date: string, now: number): void {
  if (date < firstDay) throw noData('There are no prices for this day.')
  if (publishedFrom(date) > now) {
    throw noData('The prices of a day are published on the day before, from 12:45 in Central European Time on.')
  }
}

const notForSale = 'The prices of this zone are not offered: their licence does not allow that they are sold.'

function notFound(sources: Pick<Sources, 'energyCharts'>, zone: string, date: string): Problem {
  const { energyCharts } = sources
  const isRestricted = energyCharts.source.enabled && energyCharts.days.held(`${zone} ${date}`)?.value.restricted === true
  return isRestricted ? unknownZone(notForSale) : noData('There are no prices of this zone for this day, or not yet.')
}

function noData(detail: string): Problem {
  return new Problem('no_data', detail, { field: 'query.date' })
}

function unknownZone(detail: string): Problem {
  return new Problem('unknown_zone', detail, { field: 'path.zone' })
}
