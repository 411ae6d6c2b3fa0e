import { z } from 'zod'
import type { HttpAnswer } from '../net/exchange.ts'
import { UpstreamGarbage } from '../net/upstream-errors.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import { plainDecimal } from './decimal.ts'
import { byAge } from './feed.ts'
import type { Feed } from './feed.ts'
import { plainText, plainTextOf } from './plain-text.ts'
import { readJson } from './read-json.ts'
import type { SourceTerms } from './source.ts'

export const dexscreenerTerms: SourceTerms = {
  id: 'dexscreener',
  name: 'DEX Screener',
  licence: 'DEX Screener API terms',
  attribution: 'Pools: DEX Screener (https://dexscreener.com)',
  resale: 'contract',
  homepage: 'https://docs.dexscreener.com/api/reference',
}
export const dexscreenerBaseUrl = 'https://api.dexscreener.com'

/** A pool in which a token is traded. Amounts are decimal strings in USD with two places; null where it does not say. */
export interface TokenPool {
  /** Lower case: the address of the pool, or its 32-byte id where many pools share one contract. */
  readonly pool: string
  readonly dex: string
  /** Symbol of what it is traded against, and its address in lower case. */
  readonly against: { readonly symbol: string; readonly address: string }
  readonly liquidityUsd: string | null
  readonly volume24hUsd: string | null
  readonly buys24h: number
  readonly sells24h: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null
}

export interface Dexscreener {
  readonly source: Source
  /** By the chain's name there and the token's address in lower case, `base/0x…`: its pools, the deepest first; none for one that it does not know. */
  readonly pools: Feed<readonly TokenPool[]>
}

const freshness = byAge({ refreshMs: 45_000, freshMs: 60_000, staleMs: 600_000 })
/** Of a token that is traded in more, the rest is small. */
const mostPools = 30

const token = z.object({ address: z.string().max(100), symbol: plainTextOf(32) })
const trades = z.object({ buys: z.int().min(0), sells: z.int().min(0) })
const row = z.object({
  chainId: z.string().max(40),
  dexId: z.string().max(60),
  pairAddress: z.string().regex(/^0x(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/),
  baseToken: token,
  quoteToken: token,
  txns: z.object({ h24: trades.nullish() }).nullish(),
  volume: z.object({ h24: z.number().nullish() }).nullish(),
  liquidity: z.object({ usd: z.number().nullish() }).nullish(),
  pairCreatedAt: z.int().positive().max(8_640_000_000_000_000).nullish(),
})
const rows = z.array(z.unknown()).max(1_000)

export function createDexscreener(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Dexscreener {
  const source = createSource({ terms: dexscreenerTerms, ...declared }, parts)
  const pathOf = (key: string) => `/token-pairs/v1/${key}`
  const pools = source.feed<readonly TokenPool[]>({
    name: 'pools',
    size: 2_000,
    freshness,
    asOf: () => null,
    address: pathOf,
    load: (key, signal) => source.ask({ path: pathOf(key), maxBytes: 2_000_000, read: (answer) => readPools(answer, key) }, signal),
  })
  return { source, pools }
}

/** Pools that can't be read, or are of something else, are left out; when most are, the answer is garbage. */
function readPools(answer: HttpAnswer, key: string): readonly TokenPool[] {
  const [chain = '', address = ''] = key.split('/')
  const given = readJson(answer, rows)
  const read = given.flatMap((one) => {
    const pool = row.safeParse(one).data
    return pool?.chainId === chain ? (poolOf(pool, address) ?? []) : []
  })
  if (read.length < given.length / 2) throw new UpstreamGarbage('wrong_shape')
  return read.sort((one, other) => Number(other.liquidityUsd ?? 0) - Number(one.liquidityUsd ?? 0)).slice(0, mostPools)
}

function poolOf(read: z.output<typeof row>, address: string): TokenPool | null {
  const { baseToken, quoteToken, txns, volume, liquidity } = read
  const sides = [baseToken, quoteToken]
  const own = sides.findIndex((side) => side.address.toLowerCase() === address)
  const other = sides[1 - own]
  if (own === -1 || !other) return null
  const isBase = own === 0
  const { buys = 0, sells = 0 } = txns?.h24 ?? {}
  return {
    pool: read.pairAddress.toLowerCase(),
    dex: plainText(read.dexId, 40),
    against: { symbol: other.symbol, address: other.address.toLowerCase() },
    liquidityUsd: dollars(liquidity?.usd),
    volume24hUsd: dollars(volume?.h24),
    // They are counted for the base of the pair.
    buys24h: isBase ? buys : sells,
    sells24h: isBase ? sells : buys,
    createdAt: read.pairCreatedAt ?? null,
  }
}

/** More than there is. */
const tooMuch = 1e15

function dollars(amount: number | null | undefined): string | null {
  if (amount === null || amount === undefined || !(amount >= 0) || amount > tooMuch) return null
  return plainDecimal(amount.toFixed(2))
}
