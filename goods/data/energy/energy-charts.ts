import { byAge, readJson, source, z } from '../../../src/goods/door.ts'
import { type Feed, type Source, type SourceTools, UpstreamGarbage, type UpstreamResponse, validRows } from '../../../src/goods/kit/http.ts'
import { frankfurtDay, shiftDay } from '../../../src/goods/kit/time.ts'
import { createSingleFlight } from '../../../src/goods/kit/workers.ts'
import { dayFreshness, pricesOf } from './day-prices.ts'
import type { KeptDay, PricePoint } from './day-prices.ts'

export const energyCharts = source({
  id: 'energy-charts',
  name: 'Energy-Charts (Fraunhofer ISE)',
  licence: 'CC BY 4.0',
  attribution: 'Bundesnetzagentur | SMARD.de, by way of Energy-Charts (Fraunhofer ISE)',
  resale: 'open',
  homepage: 'https://api.energy-charts.info/',
  baseUrl: 'https://api.energy-charts.info',
  standing: 'relay',
  origin: 'day-ahead-auction',
  // Its limit of price requests per client address.
  requestLimit: { requests: 2, perMs: 60_000 },
  create: createEnergyCharts,
})

/** A day of a zone. `restricted`: its prices, if any, have a licence that forbids resale. */
export interface EnergyChartsDay extends KeptDay {
  readonly restricted: boolean
}

export interface EnergyCharts {
  readonly source: Source
  /** By zone and day (`DE-LU 2026-10-05`). */
  readonly days: Feed<EnergyChartsDay>
}

/** It often takes longer than others. Callers wait only as long as for others, and find the answer at their next call. */
const patience = (usualMs: number) => usualMs * 5

const aDay = byAge({ refreshMs: 86_400_000, freshMs: 86_400_000, staleMs: 86_400_000 })

function createEnergyCharts(source: Source, parts: SourceTools): EnergyCharts {
  const asked = (key: string) => {
    const [zone = '', day = ''] = key.split(' ')
    const days = daysAround(day, frankfurtDay(parts.clock.now()))
    return { zone, day, days, path: `/price?bzn=${encodeURIComponent(zone)}&start=${days[0]}&end=${days.at(-1)}` }
  }

  // Callers that ask for several days of a month at the same time share one request.
  const share = createSingleFlight<string, Prices>()
  const ask = (path: string, signal: AbortSignal) =>
    share(path, () => source.ask({ path, timeoutMs: patience(parts.limits.timeoutMs), alsoAccept: [404], read: readPrices }, signal))

  const days = source.feed<EnergyChartsDay>({
    name: 'days',
    size: 2_000,
    budgetMs: patience(parts.limits.budgetMs),
    freshness: (value, fetchedAt) => (value.restricted ? aDay(value, fetchedAt) : dayFreshness(value, fetchedAt)),
    asOf: () => null,
    address: (key) => asked(key).path,
    async load(key, signal, put) {
      const { zone, day, days: range, path } = asked(key)
      const read = await ask(path, signal)
      const of = (one: string) => ({ day: one, prices: pricesOf(read.points, one), restricted: read.restricted })
      for (const other of range) if (other !== day) putIfRegular(() => put(`${zone} ${other}`, of(other)))
      return of(day)
    },
  })
  return { source, days }
}

/** A day of a month whose points are odd must not close the others. It is asked for again when it is wanted itself. */
function putIfRegular(putDay: () => void): void {
  try {
    putDay()
  } catch (error) {
    if (!(error instanceof UpstreamGarbage)) throw error
  }
}

/** Requests are limited, so each one covers as much as possible: yesterday to tomorrow, or the whole month of an earlier day. */
function daysAround(day: string, today: string): string[] {
  const yesterday = shiftDay(today, -1)
  if (day >= yesterday) return [yesterday, today, shiftDay(today, 1)]
  const days: string[] = []
  for (let one = `${day.slice(0, 7)}-01`; one.startsWith(day.slice(0, 7)) && one < yesterday; one = shiftDay(one, 1)) days.push(one)
  return days
}

const answered = z.object({
  license_info: z.string().max(2_000),
  unix_seconds: z.array(z.unknown()).max(4_000),
  price: z.array(z.unknown()).max(4_000),
  // Written as "EUR / MWh", "EUR/MWh" or, for some days, "No Unit": day-ahead prices have no other one there.
  unit: z.string().regex(/^\s*(?:(?:EUR|€)\s*\/\s*MWh|No Unit)\s*$/i),
})

const point = z.object({ at: z.int(), price: z.number().min(-100_000).max(100_000).nullable() })

/** "CC BY 4.0" and other versions; neither "CC BY-NC" nor "for private and internal use only". */
const openLicence = /^CC BY \d/

interface Prices {
  readonly points: readonly PricePoint[]
  readonly restricted: boolean
}

function readPrices(answer: UpstreamResponse): Prices {
  if (answer.status === 404) return { points: [], restricted: false }
  const { license_info: licence, unix_seconds: seconds, price } = readJson(answer, answered)
  if (seconds.length !== price.length) throw new UpstreamGarbage('wrong_shape')
  if (!openLicence.test(licence)) return { points: [], restricted: true }
  const points = validRows(
    seconds.map((at, index) => ({ at, price: price[index] })),
    point,
  )
  return { points: points.map((one) => ({ ...one, at: one.at * 1000 })), restricted: false }
}
