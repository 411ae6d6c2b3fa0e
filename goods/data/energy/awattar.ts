import { readJson, source, z } from '../../../src/goods/door.ts'
import { type Feed, type Source, validRows } from '../../../src/goods/kit/http.ts'
import { dayFreshness, deliveryDay, pricesOf } from './day-prices.ts'
import type { KeptDay } from './day-prices.ts'

/** Exchange prices that an electricity supplier publishes for its customers. Their resale is not cleared. */
function awattar(country: string, end: 'de' | 'at') {
  return source({
    id: `awattar-${end}`,
    name: `aWATTar ${country}`,
    licence: 'aWATTar API terms (EPEX SPOT market data)',
    attribution: `Market data: EPEX SPOT, by way of aWATTar ${country}`,
    resale: 'contract',
    homepage: `https://www.awattar.${end}/services/api`,
    baseUrl: `https://api.awattar.${end}`,
    standing: 'relay',
    origin: 'day-ahead-auction',
    create: createAwattar,
  })
}

export const awattarDe = awattar('Germany', 'de')
export const awattarAt = awattar('Austria', 'at')

export interface Awattar {
  readonly source: Source
  /** By day: its zone's prices per hour. */
  readonly days: Feed<KeptDay>
}

const list = z.object({
  object: z.literal('list'),
  data: z.array(z.unknown()).max(200),
})
const hour = z.object({
  start_timestamp: z.int(),
  end_timestamp: z.int(),
  marketprice: z.number().min(-100_000).max(100_000),
  unit: z.string().regex(/^EUR ?\/ ?MWh$/i),
})

function createAwattar(source: Source): Awattar {
  const pathOf = (day: string) => {
    const { start, end } = deliveryDay(day)
    return `/v1/marketdata?start=${start}&end=${end}`
  }
  const days = source.feed<KeptDay>({
    name: 'days',
    size: 400,
    freshness: dayFreshness,
    asOf: () => null,
    address: pathOf,
    async load(day, signal) {
      const { data } = await source.ask({ path: pathOf(day), maxBytes: 65_536, read: (answer) => readJson(answer, list) }, signal)
      const points = validRows(data, hour).map((row) => ({ at: row.start_timestamp, price: row.marketprice }))
      return { day, prices: pricesOf(points, day) }
    },
  })
  return { source, days }
}
