import { readJson, source, z } from '../../../src/goods/door.ts'
import { type Feed, type Source, UpstreamRejected, type UpstreamResponse, validRows } from '../../../src/goods/kit/http.ts'
import { dayFreshness, deliveryDay, pricesOrNull } from './day-prices.ts'
import type { DayPrices, KeptDay } from './day-prices.ts'

/** Exchange prices that a transmission system operator publishes. Their resale is not cleared. */
export const elering = source({
  id: 'elering',
  name: 'Elering',
  licence: 'Elering Live terms (Nord Pool market data)',
  attribution: 'Market data: Nord Pool, by way of Elering',
  resale: 'contract',
  homepage: 'https://dashboard.elering.ee/assets/api-doc.html',
  baseUrl: 'https://dashboard.elering.ee',
  standing: 'relay',
  origin: 'day-ahead-auction',
  create: createElering,
})

export const eleringZones = ['EE', 'FI', 'LV', 'LT'] as const
export type EleringZone = (typeof eleringZones)[number]

export interface EleringDay extends KeptDay {
  readonly zones: Readonly<Record<EleringZone, DayPrices | null>>
}

export interface Elering {
  readonly source: Source
  /** By day: the prices of all zones. */
  readonly days: Feed<EleringDay>
}

const points = z.array(z.unknown()).max(200)
const point = z.object({ timestamp: z.int(), price: z.number().min(-100_000).max(100_000).nullable() })
const answered = z.object({
  success: z.boolean(),
  data: z.object({ ee: points.nullish(), fi: points.nullish(), lv: points.nullish(), lt: points.nullish() }).nullish(),
})

function createElering(source: Source): Elering {
  const pathOf = (day: string) => {
    const { start, end } = deliveryDay(day)
    // Both ends are included.
    return `/api/nps/price?start=${new Date(start).toISOString()}&end=${new Date(end - 1).toISOString()}`
  }
  const days = source.feed<EleringDay>({
    name: 'days',
    size: 400,
    freshness: dayFreshness,
    asOf: () => null,
    address: pathOf,
    load: (day, signal) => source.ask({ path: pathOf(day), maxBytes: 131_072, read: (answer) => readDay(answer, day) }, signal),
  })
  return { source, days }
}

function readDay(answer: UpstreamResponse, day: string): EleringDay {
  const { success, data } = readJson(answer, answered)
  if (!success || !data) throw new UpstreamRejected(503)
  const of = (rows: readonly unknown[] | null | undefined) =>
    pricesOrNull(
      validRows(rows ?? [], point).map(({ timestamp, price }) => ({ at: timestamp * 1000, price })),
      day,
    )
  const zones = { EE: of(data.ee), FI: of(data.fi), LV: of(data.lv), LT: of(data.lt) }
  // The least complete zone decides how long the day stays fresh.
  const leastComplete = Object.values(zones).toSorted((one, other) => completeness(one) - completeness(other))[0] ?? null
  return { day, prices: leastComplete, zones }
}

function completeness(prices: DayPrices | null): number {
  return prices === null ? 0 : prices.prices.includes(null) ? 1 : 2
}
