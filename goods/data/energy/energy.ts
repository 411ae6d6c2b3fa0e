import type { DataParts } from '../data-sources.ts'
import { answer, anyOf, fixedPrice, metaOf, offer, orUpstreamProblem, problem, Problem, z } from '../../../src/goods/door.ts'
import { firstAnswer } from '../../../src/goods/kit/several-sources.ts'
import { frankfurtDay } from '../../../src/goods/kit/time.ts'
import { deliveryDay, publishedFrom } from './day-prices.ts'
import type { DayPrices } from './day-prices.ts'
import type { DataSources } from '../data-sources.ts'
import { pricesOfZone, whyNoZone, zoneNamed, zonesOffered } from './bidding-zones.ts'
import { statisticsOf } from './day-statistics.ts'
import { energyAnswer, energyExample } from './energy-answer.ts'

const noSuchZone = problem({
  code: 'unknown_zone',
  decidedBy: 'caller',
  status: 404,
  title: 'Unknown bidding zone',
  fix: 'GET /v1/data lists the bidding zones.',
})

/** The first day that Energy-Charts has. */
const firstDay = '2015-01-01'
const minuteMs = 60_000
/** A source that takes longer goes on for the next caller. */
const patienceMs = 2_500
const window = 'a multiple of 15 from 15 to 1440'

/** Day-ahead prices of electricity in one bidding zone on one day. */
export const energy = ({ sources, simulated }: DataParts) =>
  offer({
    id: 'data-energy',
    route: 'GET /v1/data/energy/{zone}',
    access: fixedPrice('0.0015'),
    title: 'Day-ahead prices of electricity',
    purpose:
      'Price of electricity for every quarter hour of a day in a European bidding zone, as the day-ahead auction set it, with the lowest, the highest, the mean and the cheapest window of a length that you choose: when to charge, heat or compute. The prices of the next day are available from the early afternoon.',
    restsOn: 'the day-ahead auction of a bidding zone',
    cannotKnow: 'intraday prices; taxes, network fees, what a consumer pays',
    path: z.object({
      zone: z.string().regex(/^[A-Za-z]{2}[A-Za-z0-9-]{0,14}$/, 'a bidding zone such as DE-LU, or a country of one zone such as DE'),
    }),
    query: z.object({
      date: z.iso.date('a day as YYYY-MM-DD').optional().describe('delivery day; today in Central European Time if left out'),
      windowMinutes: z
        .string()
        .regex(/^[1-9]\d{1,3}$/, window)
        .refine((text) => Number(text) % 15 === 0 && Number(text) <= 1_440, window)
        .default('180')
        .describe(`length of the cheapest window: ${window}`),
    }),
    answer: energyAnswer,
    problems: [noSuchZone],
    brief: [
      'data.zone',
      'data.date',
      'data.unit',
      'data.mean',
      'data.min.price',
      'data.min.startsAt',
      'data.max.price',
      'data.max.startsAt',
      'data.cheapestWindow',
    ],
    example: { path: { zone: 'DE-LU' }, query: { windowMinutes: '180' }, answer: energyExample },
    dataset: {
      freshness: { renewed: 'when the next day is published, from 12:45 Central European Time', maxAgeHours: 24 },
      coverage:
        'Bidding zones whose licence allows the sale of their prices; quarter hours since 2025-10-01, hours since 2015, or since the zone was formed.',
      values: () => ({ zone: zonesOffered(sources) }),
    },
    needs: { sources: [anyOf({ 'energy-charts': ['days'], 'awattar-de': ['days'], 'awattar-at': ['days'], elering: ['days'] })] },
    async run({ path, query }, { clock, signal }) {
      const now = clock.now()
      const zone = zoneNamed(path.zone)
      if (zone === null) throw noZone(path.zone)
      const date = query.date ?? frankfurtDay(now)
      checkDate(date, now)
      const candidates = pricesOfZone(sources, zone, date)
      if (!candidates.some(({ source }) => source.enabled)) throw unknownZone(notForSale)
      const found = await firstAnswer(candidates, signal, patienceMs).catch(
        orUpstreamProblem('No source gives the prices of this zone for this day at present.'),
      )
      if (!found) throw notFound(sources, zone, date)
      const { value, source, fallback } = found
      const { data, missing } = describe(value, { zone, date, windowMinutes: Number(query.windowMinutes) })
      return answer({
        success: true,
        data: { ...data, source: source.id },
        timestamp: new Date(now).toISOString(),
        meta: metaOf({ stamps: [source], missing, fallback, simulated }),
      })
    },
  })

function describe(value: DayPrices, asked: { zone: string; date: string; windowMinutes: number }) {
  const { zone, date, windowMinutes } = asked
  const { start } = deliveryDay(date)
  const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString()
  const { resolutionMinutes } = value
  const prices = value.prices.map((price, index) => ({ startsAt: at(index * resolutionMinutes), price }))
  const { lowest, highest, mean, cheapest } = statisticsOf(value, windowMinutes)
  const [min, max] = [lowest, highest].map((index) => pricedAt(prices, index))
  const cheapestWindow = cheapest && {
    minutes: windowMinutes,
    startsAt: at(cheapest.startMinute),
    endsAt: at(cheapest.startMinute + windowMinutes),
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

function pricedAt(prices: readonly { startsAt: string; price: string | null }[], index: number | null) {
  const one = index === null ? undefined : prices[index]
  return one && one.price !== null ? { price: one.price, startsAt: one.startsAt } : null
}

/** Rejects out-of-range dates without calling a source. */
function checkDate(date: string, now: number): void {
  if (date < firstDay) throw noData('There are no prices for this day.')
  if (publishedFrom(date) > now) {
    throw noData('The prices of a day are published on the day before, from 12:45 Central European Time.')
  }
}

const notForSale = 'The prices of this zone are not offered, because their licence does not allow their sale.'

function notFound(sources: Pick<DataSources, 'energyCharts'>, zone: string, date: string): Problem {
  const { energyCharts } = sources
  const isRestricted = energyCharts.source.enabled && energyCharts.days.cached(`${zone} ${date}`)?.value.restricted === true
  return isRestricted ? unknownZone(notForSale) : noData('There are no prices of this zone for this day, or not yet.')
}

function noData(detail: string): Problem {
  return new Problem('no_data', detail, { field: 'query.date' })
}

function noZone(name: string): Problem {
  const { detail, ...expected } = whyNoZone(name)
  return new Problem(noSuchZone, detail, { field: 'path.zone', ...expected })
}

function unknownZone(detail: string): Problem {
  return new Problem(noSuchZone, detail, { field: 'path.zone' })
}
