import { byAge, source, z } from '../../../src/goods/door.ts'
import {
  type Feed,
  parseJsonLists,
  plainDecimal,
  plainText,
  plainTextOf,
  positiveDecimal,
  type Source,
  type SourceTools,
  UpstreamGarbage,
  type UpstreamResponse,
} from '../../../src/goods/kit/http.ts'

export const defillamaStablecoins = source({
  id: 'defillama-stablecoins',
  name: 'DefiLlama stablecoins',
  licence: 'DefiLlama terms',
  attribution: 'Stablecoin data: DefiLlama (https://defillama.com/stablecoins)',
  resale: 'contract',
  homepage: 'https://api-docs.defillama.com/',
  baseUrl: 'https://stablecoins.llama.fi',
  origin: 'coingecko',
  create: createDefillamaStablecoins,
})

export const listingStatuses = ['active', 'deprecated', 'delisted', 'dead'] as const
export type ListingStatus = (typeof listingStatuses)[number]

/** Amounts are decimal strings of whole coins with at most two decimal places; null when unknown. */
export interface ListedStablecoin {
  readonly symbol: string
  readonly name: string
  readonly coingecko: string | null
  /** ISO 4217 code of the currency of its peg; null for a floating peg. */
  readonly peg: string | null
  /** Decimal string in USD. */
  readonly price: string | null
  /** Whether DefiLlama still follows the coin; it keeps coins that ended in its list. */
  readonly status: ListingStatus
  readonly circulating: string | null
  readonly dayAgo: string | null
  readonly weekAgo: string | null
  readonly monthAgo: string | null
  /** The largest first. */
  readonly chains: readonly { readonly name: string; readonly circulating: string }[]
}

export interface DefillamaStablecoins {
  readonly source: Source
  /** All listed stablecoins, the largest first; one key, ''. */
  readonly list: Feed<readonly ListedStablecoin[]>
}

const path = '/stablecoins?includePrices=true'
const freshness = byAge({ refreshMs: 240_000, freshMs: 300_000, staleMs: 3_600_000 })

/** One member, named after the peg, such as `peggedUSD`. Where it knows none, DefiLlama sends zero, null, or something else. */
const amounts = z.record(z.string().max(40), z.number().nullable().catch(null)).nullish().catch(null)
const row = z.object({
  name: plainTextOf(100),
  symbol: z.string().regex(/^[!-~]{1,40}$/),
  gecko_id: z.string().max(100).nullish().catch(null),
  pegType: z.string().max(40),
  price: z
    .union([z.number(), z.string().max(40)])
    .nullish()
    .catch(null),
  deprecated: z.boolean().nullish().catch(null),
  delisted: z.boolean().nullish().catch(null),
  /** A date. */
  deadFrom: z.unknown().optional(),
  circulating: amounts,
  circulatingPrevDay: amounts,
  circulatingPrevWeek: amounts,
  circulatingPrevMonth: amounts,
  chainCirculating: z
    .record(z.string().max(100), z.object({ current: amounts }).catch({ current: null }))
    .nullish()
    .catch(null),
})
type Row = z.output<typeof row>
type Amounts = z.output<typeof amounts>

function createDefillamaStablecoins(source: Source, parts: SourceTools): DefillamaStablecoins {
  const pause = () => new Promise<void>((resolve) => void parts.timers.soon(resolve))
  const list = source.feed<readonly ListedStablecoin[]>({
    name: 'list',
    size: 1,
    freshness,
    asOf: () => null,
    address: () => path,
    load: (_, signal) => source.ask({ path, maxBytes: 8_000_000, read: (answer) => readList(answer, pause) }, signal),
  })
  return { source, list }
}

/** Skips invalid coins. When most are invalid, the answer is refused. */
async function readList(answer: UpstreamResponse, pause: () => Promise<void>): Promise<readonly ListedStablecoin[]> {
  const coins: ListedStablecoin[] = []
  let rows = 0
  const take = (given: unknown) => {
    rows++
    const read = row.safeParse(given).data
    if (read) coins.push(coinOf(read))
  }
  await parseJsonLists(answer.body, { name: 'peggedAssets', take, pause })
  if (coins.length === 0 || coins.length < rows / 2) throw new UpstreamGarbage('wrong_shape')
  return coins.sort((one, other) => Number(other.circulating ?? 0) - Number(one.circulating ?? 0))
}

function coinOf(read: Row): ListedStablecoin {
  const price = positiveDecimal.safeParse(plainDecimal(read.price ?? '')).data ?? null
  const amountOf = coinsOf(read.pegType, price)
  const chains = Object.entries(read.chainCirculating ?? {}).flatMap(([name, { current }]) => {
    const circulating = amountOf(current)
    return circulating === null ? [] : [{ name: plainText(name, 40), circulating }]
  })
  return {
    symbol: read.symbol,
    name: read.name,
    coingecko: read.gecko_id || null,
    peg: pegOf(read.pegType),
    price,
    status: read.deadFrom ? 'dead' : read.delisted ? 'delisted' : read.deprecated ? 'deprecated' : 'active',
    circulating: amountOf(read.circulating),
    dayAgo: amountOf(read.circulatingPrevDay),
    weekAgo: amountOf(read.circulatingPrevWeek),
    monthAgo: amountOf(read.circulatingPrevMonth),
    chains: chains.sort((one, other) => Number(other.circulating) - Number(one.circulating)),
  }
}

function pegOf(pegType: string): string | null {
  if (pegType === 'peggedREAL') return 'BRL'
  const [, peg = null] = /^pegged([A-Z]{3})$/.exec(pegType) ?? []
  return peg === 'VAR' ? null : peg
}

/** More coins than there can be. */
const tooMany = 1e17

/**
 * Reads amounts of coins. DefiLlama sends all of them in dollars, also those of the past, multiplied by the price that it sends beside
 * them. Where it sends none it multiplied by a rate that is not in the answer, so the number of coins is not known. Amounts are
 * floating point numbers, so for billions the digits after the second decimal place are noise.
 */
function coinsOf(pegType: string, price: string | null): (amounts: Amounts) => string | null {
  return (amounts) => {
    const dollars = amounts?.[pegType]
    if (dollars === undefined || dollars === null || price === null) return null
    const coins = dollars / Number(price)
    if (!(coins >= 0.005) || coins > tooMany) return null
    const text = coins.toFixed(2)
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text
  }
}
