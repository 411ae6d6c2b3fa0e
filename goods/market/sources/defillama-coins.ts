import { byAge, readJson, source, z } from '../../../src/goods/door.ts'
import { type Feed, plainText, type Source, type SourceTools, type UpstreamResponse, validRows } from '../../../src/goods/kit/http.ts'
import { createBatch } from '../../../src/goods/kit/several-sources.ts'
import { lastSecond } from '../../../src/goods/kit/time.ts'
import { priceAge, priceFreshness } from '../coins/venue.ts'

export const defillamaCoins = source({
  id: 'defillama-coins',
  name: 'DefiLlama',
  licence: 'DefiLlama API terms',
  attribution: 'Prices: DefiLlama (https://defillama.com)',
  resale: 'contract',
  homepage: 'https://api-docs.defillama.com/',
  baseUrl: 'https://coins.llama.fi',
  origin: 'coingecko',
  create: createDefillamaCoins,
})

/** A price in USD without other figures. */
export interface LlamaPrice {
  /** Upper case. */
  readonly ticker: string
  readonly price: number
  readonly at: number
}

export interface DefillamaCoins {
  readonly source: Source
  /** By CoinGecko id; null for an unknown one. Ids that are asked for at about the same time share one request. */
  readonly price: Feed<LlamaPrice | null>
}

const answerShape = z.object({ coins: z.record(z.string(), z.unknown()) })
const coin = z.tuple([
  z.string(),
  z.object({
    price: z.number().positive(),
    symbol: z.string().max(200).nullish(),
    timestamp: z.number().positive().max(lastSecond),
    confidence: z.number().nullish(),
  }),
])

/** Below this the price is a guess from a thin pool. */
const minConfidence = 0.9
const unknown = byAge({ refreshMs: 60_000, freshMs: 60_000, staleMs: 60_000 })

function createDefillamaCoins(source: Source, parts: SourceTools): DefillamaCoins {
  const load = createBatch<LlamaPrice>(
    {
      size: 100,
      waitMs: 5,
      companions: () => [],
      run: (ids, signal) => source.ask({ path: pathOf(ids), read }, signal),
    },
    parts.timers,
  )
  const price = source.feed<LlamaPrice | null>({
    name: 'price',
    size: 5_000,
    freshness: (value, at) => (value ? priceFreshness : unknown)(value, at),
    asOf: (value) => value?.at ?? null,
    ownAge: priceAge,
    address: (id) => pathOf([id]),
    async load(id, signal, put) {
      const found = await load(id, signal)
      for (const [other, value] of found) if (other !== id) put(other, value)
      return found.get(id) ?? null
    },
  })
  return { source, price }
}

const prefix = 'coingecko:'

function pathOf(ids: readonly string[]): string {
  return `/prices/current/${ids.map((id) => prefix + encodeURIComponent(id)).join(',')}`
}

function read(answer: UpstreamResponse): ReadonlyMap<string, LlamaPrice> {
  const rows = validRows(Object.entries(readJson(answer, answerShape).coins), coin)
  return new Map(
    rows.flatMap(([name, { price, symbol, timestamp, confidence }]) =>
      name.startsWith(prefix) && (confidence ?? 1) >= minConfidence
        ? [
            [
              name.slice(prefix.length),
              { ticker: plainText((symbol ?? '').toUpperCase(), 50), price, at: Math.floor(timestamp) * 1000 },
            ] as const,
          ]
        : [],
    ),
  )
}
