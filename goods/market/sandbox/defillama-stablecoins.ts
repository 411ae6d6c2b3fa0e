import type { SandboxMarket } from './market-world.ts'
import { driftOf, seedOf } from '../../../src/goods/kit/stand-ins.ts'
import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

interface Coin {
  readonly name: string
  readonly symbol: string
  readonly gecko: string | null
  readonly peg: 'USD' | 'EUR' | 'VAR' | 'REAL'
  /** The supply in coins now, and a day, a week and a month ago. */
  readonly circulating: readonly [number, number, number, number]
  /** The usual price of a coin that is on no other list. */
  readonly usual: number | null
  readonly from: 'defillama' | 'coingecko'
  readonly chains: Readonly<Record<string, number>>
  readonly ended?: { readonly deprecated: true; readonly deadFrom: string } | { readonly delisted: true }
}

const coins: readonly Coin[] = [
  {
    name: 'Tether',
    symbol: 'USDT',
    gecko: 'tether',
    peg: 'USD',
    circulating: [184_096_473_539.0687, 184_102_908_636.32526, 183_005_726_592.55988, 181_335_042_280.94324],
    usual: 1,
    from: 'defillama',
    chains: { Tron: 83_000_000_000.5, Ethereum: 90_500_000_000.25, BSC: 8_900_000_000, 'OP Mainnet': 640_000_000 },
  },
  {
    name: 'USD Coin',
    symbol: 'USDC',
    gecko: 'usd-coin',
    peg: 'USD',
    circulating: [75_012_345_678.125, 74_900_000_000, 74_400_000_000, 72_000_000_000],
    usual: 1,
    from: 'defillama',
    chains: { Ethereum: 48_000_000_000, Solana: 9_500_000_000, Base: 4_300_000_000.5, Arbitrum: 3_600_000_000, 'OP Mainnet': 400_000_000 },
  },
  {
    name: 'EURC',
    symbol: 'EURC',
    gecko: 'euro-coin',
    peg: 'EUR',
    circulating: [290_000_000.75, 289_000_000, 281_000_000, 250_000_000],
    usual: 1.1225,
    from: 'defillama',
    chains: { Ethereum: 180_000_000, Base: 90_000_000, Solana: 20_000_000 },
  },
  {
    name: 'Dai',
    symbol: 'DAI',
    gecko: 'dai',
    peg: 'USD',
    circulating: [5_000_000_000, 4_990_000_000, 4_990_000_000, 5_100_000_000],
    usual: 1,
    // This is CoinGecko's price, so it is not a second source.
    from: 'coingecko',
    chains: { Ethereum: 4_600_000_000, Polygon: 100_000_000 },
  },
  // Two coins of the same name. The smaller one has lost its peg, according to its only source.
  {
    name: 'Avalon USDa',
    symbol: 'USDA',
    gecko: 'usda-2',
    peg: 'USD',
    circulating: [140_000_000, 140_000_000, 141_000_000, 150_000_000],
    usual: 0.9989,
    from: 'defillama',
    chains: { Ethereum: 140_000_000 },
  },
  {
    name: 'Angle USDA',
    symbol: 'USDA',
    gecko: 'angle-usd',
    peg: 'USD',
    circulating: [7_000_000, 7_000_000, 7_100_000, 7_500_000],
    usual: 0.9036,
    from: 'defillama',
    chains: { Ethereum: 7_000_000 },
  },
  {
    name: 'Ampleforth',
    symbol: 'AMPL',
    gecko: 'ampleforth',
    peg: 'VAR',
    circulating: [30_000_000, 30_000_000, 31_000_000, 33_000_000],
    usual: 1.21,
    from: 'defillama',
    chains: { Ethereum: 30_000_000 },
  },
  {
    name: 'Unpriced Dollar',
    symbol: 'UPD',
    gecko: null,
    peg: 'USD',
    circulating: [900_000, 900_000, 900_000, 900_000],
    usual: null,
    from: 'defillama',
    chains: { Ethereum: 900_000 },
  },
  {
    name: 'Brazilian Digital',
    symbol: 'BRZ',
    gecko: 'brz',
    peg: 'REAL',
    circulating: [180_000_000, 180_000_000, 181_000_000, 182_000_000],
    usual: 0.1843,
    from: 'coingecko',
    chains: { Polygon: 100_000_000, Ethereum: 80_000_000 },
  },
  // Larger than the Angle coin of the same symbol, and gone.
  {
    name: 'USDA of Old',
    symbol: 'USDA',
    gecko: 'usda-of-old',
    peg: 'USD',
    circulating: [900_000_000, 900_000_000, 900_000_000, 900_000_000],
    usual: 0.41,
    from: 'defillama',
    chains: { Ethereum: 900_000_000 },
    ended: { deprecated: true, deadFrom: '2024-03-01' },
  },
]

/** Small coins, so that the list is as long as the real one. */
const others: readonly Coin[] = Array.from({ length: 400 }, (_, number) => ({
  name: `Sandbox Dollar ${number}`,
  symbol: `SBX${number}`,
  gecko: `sandbox-dollar-${number}`,
  peg: 'USD' as const,
  circulating: [500_000 + number, 500_000, 499_000, 480_000],
  usual: 1,
  from: 'coingecko' as const,
  chains: { Ethereum: 300_000 + number, BSC: 200_000 },
}))

/** The price of a coin that other lists have as well is near theirs, or the same where it is CoinGecko's. */
function listedPrice({ gecko, usual, from, peg }: Coin, now: number, world: SandboxMarket): number | null {
  if (peg === 'REAL') return Number((world.usdPerEurAt(now) / Number(world.ratesAt(now)['BRL'])).toPrecision(5))
  const coin = world.coins.get(gecko ?? '')
  if (coin) return Number(world.priceOn(world.marketOf(coin, from), now))
  if (usual === null || gecko === null) return null
  const drift = driftOf(seedOf(gecko))
  return Number(world.straightAt({ at: (hour) => usual * Math.exp(0.0002 * drift(hour)) }, now).toPrecision(5))
}

/** What its server multiplies by where a coin has no price: the rate of the peg. */
const rateOfPeg = 1

function listed(coin: Coin, index: number, now: number, world: SandboxMarket) {
  const { name, symbol, gecko, peg, circulating, from, chains, ended } = coin
  const price = listedPrice(coin, now, world)
  const key = `pegged${peg}`
  // Dollars, all of them at the price of now.
  const amount = (coinCount: number) => ({ [key]: coinCount * (price ?? rateOfPeg) })
  const [today, day, week, month] = circulating
  const onChain = (value: number) => ({
    current: amount(value),
    circulatingPrevDay: amount(value * 0.999),
    circulatingPrevWeek: amount(value * 0.99),
    circulatingPrevMonth: amount(value * 0.97),
  })
  return {
    id: String(index + 1),
    name,
    symbol,
    gecko_id: gecko,
    pegType: key,
    priceSource: from,
    pegMechanism: 'fiat-backed',
    circulating: amount(today),
    circulatingPrevDay: amount(day),
    circulatingPrevWeek: amount(week),
    circulatingPrevMonth: amount(month),
    chainCirculating: Object.fromEntries(Object.entries(chains).map(([chain, value]) => [chain, onChain(value)])),
    chains: Object.keys(chains),
    ...ended,
    price,
  }
}

/** https://api-docs.defillama.com/ */
export const defillamaStablecoins = (world: SandboxMarket): StandIn => ({
  answer({ url, now }) {
    if (url.pathname !== '/stablecoins') return { status: 404, contentType: 'text/plain', body: 'Not Found' }
    if (url.searchParams.get('includePrices') !== 'true') return json({ peggedAssets: [], chains: [] })
    return json({ peggedAssets: [...coins, ...others].map((coin, index) => listed(coin, index, now, world)), chains: [] })
  },
  rateLimited: json({ message: 'Too many requests' }, 429, retryAfter),
  broken: { status: 502, contentType: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
})
