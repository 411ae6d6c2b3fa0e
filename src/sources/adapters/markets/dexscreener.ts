import { z } from 'zod'
import type { UpstreamResponse } from '../../../net/exchange.ts'
import { UpstreamGarbage } from '../../../net/upstream-errors.ts'
import { lastSecond } from '../../../shared/clock.ts'
import { createSource } from '../../policy/create-source.ts'
import type { Source, SourceParts } from '../../policy/create-source.ts'
import { plainDecimal } from '../../formats/decimal.ts'
import { byAge } from '../../policy/feed.ts'
import type { Feed } from '../../policy/feed.ts'
import { plainText, plainTextOf } from '../../formats/plain-text.ts'
import { readJson } from '../../formats/read-json.ts'
import type { SourceTerms } from '../../policy/source.ts'

export const dexscreenerTerms: SourceTerms = {
  id: 'dexscreener',
  name: 'DEX Screener',
  licence: 'DEX Screener API terms',
  attribution: 'Pools: DEX Screener (https://dexscreener.com)',
  resale: 'contract',
  homepage: 'https://docs.dexscreener.com/api/reference',
}
export const dexscreenerBaseUrl = 'https://api.dexscreener.com'

/** A pool in which a token is traded. Amounts are decimal strings in USD with two decimal places; null when unknown. */
export interface TokenPool {
  /** Lower case: the address of the pool, or its 32-byte id when many pools share one contract. */
  readonly pool: string
  readonly dex: string
  /** The other token of the pair: its symbol, and its address in lower case. */
  readonly against: { readonly symbol: string; readonly address: string }
  readonly liquidityUsd: string | null
  readonly volume24hUsd: string | null
  /** Null when unknown. */
  readonly buys24h: number | null
  readonly sells24h: number | null
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null
}

export interface Dexscreener {
  readonly source: Source
  /** By DexScreener's name of the chain and the token's address in lower case, `base/0x…`: its pools, the most liquid first; empty for an unknown token. */
  readonly pools: Feed<readonly TokenPool[]>
}

const freshness = byAge({ refreshMs: 45_000, freshMs: 60_000, staleMs: 600_000 })
/** Pools per token; further ones are small. */
const maxPools = 30

const token = z.object({ address: z.string().max(100), symbol: plainTextOf(32) })
const trades = z.object({ buys: z.int().min(0), sells: z.int().min(0) })
const row = z.object({
  chainId: z.string().max(40),
  dexId: z.string().max(60),
  pairAddress: z.string().regex(/^0x(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/),
  baseToken: token,
  quoteToken: token,
  txns: z.object({ h24: trades.nullish() }).nullish().catch(null),
  volume: z.object({ h24: z.number().nullish() }).nullish().catch(null),
  liquidity: z.object({ usd: z.number().nullish() }).nullish().catch(null),
  pairCreatedAt: z
    .int()
    .positive()
    .max(lastSecond * 1_000)
    .nullish()
    .catch(null),
})
const list = z.array(z.unknown()).max(1_000)
/** The pools alone, or within an object, as its older addresses send them; null for a token without any. */
const rows = z.union([list, z.object({ pairs: list.nullable() }).transform(({ pairs }) => pairs ?? [])])

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

/** Skips invalid pools and those of other tokens. When most are skipped, the answer is refused. */
function readPools(answer: UpstreamResponse, key: string): readonly TokenPool[] {
  const [chain = '', address = ''] = key.split('/')
  const given = readJson(answer, rows)
  const read = given.flatMap((one) => {
    const pool = row.safeParse(one).data
    return pool?.chainId === chain ? (poolOf(pool, address) ?? []) : []
  })
  if (read.length < given.length / 2) throw new UpstreamGarbage('wrong_shape')
  return read.sort((one, other) => Number(other.liquidityUsd ?? 0) - Number(one.liquidityUsd ?? 0)).slice(0, maxPools)
}

function poolOf(read: z.output<typeof row>, address: string): TokenPool | null {
  const { baseToken, quoteToken, txns, volume, liquidity } = read
  const sides = [baseToken, quoteToken]
  const own = sides.findIndex((side) => side.address.toLowerCase() === address)
  const other = sides[1 - own]
  if (own === -1 || !other) return null
  const isBase = own === 0
  const { buys = null, sells = null } = txns?.h24 ?? {}
  return {
    pool: read.pairAddress.toLowerCase(),
    dex: plainText(read.dexId, 40),
    against: { symbol: other.symbol, address: other.address.toLowerCase() },
    liquidityUsd: dollars(liquidity?.usd),
    volume24hUsd: dollars(volume?.h24),
    // These figures belong to the base token of the pair.
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
