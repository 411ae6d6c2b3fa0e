import { byAge, readJson, source, z } from '../../../src/goods/door.ts'
import {
  type Feed,
  plainDecimal,
  plainText,
  plainTextOf,
  type Source,
  UpstreamGarbage,
  type UpstreamResponse,
} from '../../../src/goods/kit/http.ts'
import { lastSecond } from '../../../src/goods/kit/time.ts'
import type { TokenPool } from '../../../src/goods/kit/ports.ts'

export const dexscreener = source({
  id: 'dexscreener',
  name: 'DEX Screener',
  licence: 'DEX Screener API terms',
  attribution: 'Pools: DEX Screener (https://dexscreener.com)',
  resale: 'contract',
  homepage: 'https://docs.dexscreener.com/api/reference',
  baseUrl: 'https://api.dexscreener.com',
  create: createDexscreener,
})

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

function createDexscreener(source: Source): Dexscreener {
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
