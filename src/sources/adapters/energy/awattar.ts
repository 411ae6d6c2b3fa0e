import { z } from 'zod'
import { createSource } from '../../policy/create-source.ts'
import type { Source, SourceParts } from '../../policy/create-source.ts'
import { dayFreshness, deliveryDay, pricesOf } from './day-prices.ts'
import type { KeptDay } from './day-prices.ts'
import type { Feed } from '../../policy/feed.ts'
import { readJson, validRows } from '../../formats/read-json.ts'
import type { SourceTerms } from '../../policy/source.ts'

/** Exchange prices that an electricity supplier publishes for its customers. Their resale is not cleared. */
function termsOf(id: string, country: string, homepage: string): SourceTerms {
  return {
    id,
    name: `aWATTar ${country}`,
    licence: 'aWATTar API terms (EPEX SPOT market data)',
    attribution: `Market data: EPEX SPOT, by way of aWATTar ${country}`,
    resale: 'contract',
    homepage,
  }
}

export const awattarDeTerms = termsOf('awattar-de', 'Germany', 'https://www.awattar.de/services/api')
export const awattarDeBaseUrl = 'https://api.awattar.de'
export const awattarAtTerms = termsOf('awattar-at', 'Austria', 'https://www.awattar.at/services/api')
export const awattarAtBaseUrl = 'https://api.awattar.at'

export interface Awattar {
  readonly source: Source
  /** By day: its zone's prices per hour. */
  readonly days: Feed<KeptDay>
}

type Declared = { baseUrl: string; enabled: boolean }

export const createAwattarDe = (declared: Declared, parts: SourceParts): Awattar => createAwattar(awattarDeTerms, declared, parts)
export const createAwattarAt = (declared: Declared, parts: SourceParts): Awattar => createAwattar(awattarAtTerms, declared, parts)

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

function createAwattar(terms: SourceTerms, declared: Declared, parts: SourceParts): Awattar {
  const source = createSource({ terms, ...declared }, parts)
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
