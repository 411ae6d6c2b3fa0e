import { type Hex, networks } from '../../../src/goods/kit/evm.ts'
import type { SandboxMarket, SandboxPopulation } from './market-world.ts'
import { json } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

interface Token {
  readonly address: Hex
  readonly name: string
  readonly symbol: string
}

interface Pool {
  readonly chain: string
  readonly dex: string
  readonly address: Hex
  readonly base: Token
  readonly quote: Token
  /** Null for the price of ether. */
  readonly priceUsd: number | null
  /** In USD; absent when the value of the other side is unknown. */
  readonly liquidity?: number
  readonly volume: number
  readonly buys: number
  readonly sells: number
  readonly ageDays: number
}

const weth: Token = { address: '0x4200000000000000000000000000000000000006', name: 'Wrapped Ether', symbol: 'WETH' }
const usdcOn = (chain: string): Token => ({
  address: networks.find(({ slug }) => slug === chain)?.asset ?? '0x',
  name: 'USD Coin',
  symbol: 'USDC',
})

/** The pools of the tokens that live in the sandbox. */
function poolsOf({ addressOf, derivedAddress, taxedTokenPool }: SandboxPopulation): readonly Pool[] {
  const barley: Token = { address: addressOf('plain-token'), name: 'Plain Barley', symbol: 'BARLEY' }
  const honey: Token = { address: addressOf('honeypot-token'), name: 'Honey Moon', symbol: 'HONEY' }
  const toll: Token = { address: addressOf('taxed-token'), name: 'Toll Road', symbol: 'TOLL' }

  /** Every chain except SKALE has a pool of USDC with another token. */
  const usdcPools = ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism'].map((chain, index): Pool => {
    const address = derivedAddress(`${chain}, pool of USDC`)
    const busy = { priceUsd: null, liquidity: 41_250_000.5 / (index + 1), volume: 63_400_000, buys: 41_220, sells: 40_874 }
    return { chain, dex: 'uniswap', address, base: weth, quote: usdcOn(chain), ...busy, ageDays: 800 }
  })

  return [
    ...usdcPools,
    {
      chain: 'base',
      dex: 'aerodrome',
      address: derivedAddress('plain-token, pool'),
      base: barley,
      quote: usdcOn('base'),
      priceUsd: 0.412,
      liquidity: 184_300.25,
      volume: 21_780.4,
      buys: 61,
      sells: 55,
      ageDays: 149,
    },
    // The other token of the pool has no price.
    {
      chain: 'base',
      dex: 'uniswap',
      address: derivedAddress('plain-token, other pool'),
      base: barley,
      quote: { address: derivedAddress('unpriced token'), name: 'Unpriced', symbol: 'UPT' },
      priceUsd: 0.4,
      volume: 0,
      buys: 0,
      sells: 0,
      ageDays: 3,
    },
    {
      chain: 'base',
      dex: 'uniswap',
      address: derivedAddress('honeypot-token, pool'),
      base: honey,
      quote: weth,
      priceUsd: 0.0000391,
      liquidity: 38_450.12,
      volume: 12_200.9,
      buys: 412,
      sells: 0,
      ageDays: 5,
    },
    {
      chain: 'base',
      dex: 'uniswap',
      address: taxedTokenPool,
      base: toll,
      quote: weth,
      priceUsd: 0.0871,
      liquidity: 52_260.75,
      volume: 3_102.4,
      buys: 25,
      sells: 9,
      ageDays: 40,
    },
  ]
}

const dayMs = 86_400_000

function pairOf(pool: Pool, now: number, world: SandboxMarket) {
  const { chain, dex, address, base, quote, liquidity, volume, buys, sells, ageDays } = pool
  const ether = world.figuresOf(world.coinNamed('ethereum'), 'defillama', now)
  const priceUsd = pool.priceUsd ?? ether.price
  const share = (part: number) => ({ buys: Math.floor(buys * part), sells: Math.floor(sells * part) })
  return {
    chainId: chain,
    dexId: dex,
    url: `https://dexscreener.com/${chain}/${address.toLowerCase()}`,
    pairAddress: address,
    labels: ['v3'],
    baseToken: base,
    quoteToken: quote,
    priceNative: (priceUsd / ether.price).toPrecision(6),
    priceUsd: String(priceUsd),
    txns: { m5: share(0), h1: share(0.04), h6: share(0.25), h24: { buys, sells } },
    volume: { h24: volume, h6: volume / 4, h1: volume / 24, m5: 0 },
    priceChange: { h24: pool.priceUsd === null ? Number(ether.change.toFixed(2)) : 0 },
    ...(liquidity === undefined
      ? {}
      : { liquidity: { usd: liquidity, base: Math.round(liquidity / 2 / priceUsd), quote: liquidity / 2 / ether.price } }),
    fdv: Math.round(priceUsd * 1_000_000),
    marketCap: Math.round(priceUsd * 1_000_000),
    pairCreatedAt: Math.floor(now / dayMs) * dayMs - ageDays * dayMs,
  }
}

/** https://docs.dexscreener.com/api/reference: pools of one token on one chain, on either side of the pool; none for an unknown token. */
export function dexscreener(world: SandboxMarket, population: SandboxPopulation): StandIn {
  const pools = poolsOf(population)
  return {
    answer({ url, now }) {
      const [, chain, address = ''] = /^\/token-pairs\/v1\/([a-z0-9]+)\/(0x[0-9a-fA-F]{40})$/.exec(url.pathname) ?? []
      if (chain === undefined) return { status: 404, contentType: 'text/plain', body: 'Not Found' }
      const isSide = (side: Token) => side.address.toLowerCase() === address.toLowerCase()
      const found = pools.filter((pool) => pool.chain === chain && (isSide(pool.base) || isSide(pool.quote)))
      return json(found.map((pool) => pairOf(pool, now, world)))
    },
    rateLimited: json({ message: 'Too Many Requests' }, 429),
    broken: { status: 502, contentType: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  }
}
