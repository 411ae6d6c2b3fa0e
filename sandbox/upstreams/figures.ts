import { wellKnownSymbols } from '../../src/sources/coins/symbols.ts'

/** Round figures of the sandbox, in USD: price, 24-hour change in per cent, market capitalisation, 24-hour volume. */
const figures: Readonly<Record<string, readonly [price: number, change: number, cap: number, volume: number]>> = {
  bitcoin: [86_000, 1.25, 1_714_000_000_000, 28_400_000_000],
  ethereum: [3_100, -0.8, 374_000_000_000, 14_900_000_000],
  tether: [1.0001, 0.01, 183_000_000_000, 71_000_000_000],
  'usd-coin': [0.9999, 0, 75_000_000_000, 9_800_000_000],
  'euro-coin': [1.1221, 0.05, 290_000_000, 41_000_000],
  solana: [142.5, 2.4, 78_600_000_000, 4_100_000_000],
  ripple: [2.21, -1.1, 132_000_000_000, 3_300_000_000],
  binancecoin: [861.3, 0.4, 118_000_000_000, 1_900_000_000],
  dogecoin: [0.1523, 3.2, 23_100_000_000, 1_200_000_000],
  cardano: [0.4711, -2.3, 17_200_000_000, 610_000_000],
  tron: [0.2891, 0.3, 27_400_000_000, 520_000_000],
  chainlink: [13.42, 1.7, 9_350_000_000, 480_000_000],
  'avalanche-2': [14.05, -0.6, 6_010_000_000, 330_000_000],
  'polygon-ecosystem-token': [0.1389, 0.9, 1_460_000_000, 88_000_000],
  litecoin: [84.6, 0.2, 6_470_000_000, 410_000_000],
  polkadot: [2.41, -1.9, 3_900_000_000, 160_000_000],
}

/** Less known coins, some with the same ticker: id, ticker, name, and figures as above. A capitalisation of 0 is unknown. */
const lesserCoins: readonly (readonly [id: string, ticker: string, name: string, ...(typeof figures)[string]])[] = [
  ['terra-luna-2', 'LUNA', 'Terra', 0.1312, -3.1, 93_000_000, 12_400_000],
  ['lunar-base', 'LUNA', 'Lunar Base', 0.0021, 7.4, 1_300_000, 88_000],
  // Its id equals the ticker of the others.
  ['luna', 'LUNA', 'Luna Cat', 0.000042, 0, 0, 950],
  ['unicorn-token', 'UNI', 'UNICORN Token', 0.00031, -0.2, 410_000, 5_200],
  ['turbo', 'TURBO', 'Turbo', 0.0034, 41.5, 235_000_000, 96_000_000],
  ['zoo-coin', 'ZOO', 'ZooCoin', 0.000101, 12.25, 2_900_000, 41_000],
]

export interface Coin {
  readonly id: string
  readonly ticker: string
  readonly name: string
  readonly price: number
  readonly change: number
  readonly cap: number
  readonly volume: number
}

/** Coins without a round figure get a derived one, the same every time. */
function invented(id: string): readonly [number, number, number, number] {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  const price = (1 + (hash % 9_000)) / 100
  return [price, (((hash >>> 8) % 1_000) - 500) / 100, Math.round(price * 100_000_000), Math.round(price * 3_000_000)]
}

const everyCoin: readonly Coin[] = [
  ...wellKnownSymbols.map(({ coingecko: id, ticker }) => coinOf(id, ticker, nameOf(id), ...(figures[id] ?? invented(id)))),
  ...lesserCoins.map((row) => coinOf(...row)),
]
const coins = new Map(everyCoin.map((coin) => [coin.id, coin]))

function coinOf(id: string, ticker: string, name: string, price: number, change: number, cap: number, volume: number): Coin {
  return { id, ticker, name, price, change, cap, volume }
}

function nameOf(id: string): string {
  return id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
}

/** All coins by market capitalisation. Coins with an unknown capitalisation have no rank and are last. */
export const rankedCoins: readonly (Coin & { readonly rank: number | null })[] = everyCoin
  .toSorted((a, b) => b.cap - a.cap)
  .map((coin, index) => ({ ...coin, rank: coin.cap > 0 ? index + 1 : null }))

export function coinById(id: string): Coin | undefined {
  return coins.get(id)
}

/** The coin behind a venue's name of a market against USD. */
export function coinOn(venue: 'coinbase' | 'kraken' | 'bitstamp', market: string): Coin | undefined {
  const row = wellKnownSymbols.find((one) => one[venue] === market)
  return row && coins.get(row.coingecko)
}

/** USD for 1 EUR by the ECB in the sandbox. */
export const usdPerEur = 1.1225

/** The coin behind a venue's market, and how many USD one unit of its quote currency is worth. Some trade against EUR too. */
export function tradedOn(venue: 'coinbase' | 'kraken' | 'binance', market: string): { coin: Coin; perUnit: number } | undefined {
  const quotes = { USD: 1, EUR: usdPerEur, USDT: 1.0001 }
  for (const [quote, perUnit] of Object.entries(quotes)) {
    if (!market.endsWith(quote)) continue
    const ticker = market.slice(0, -quote.length).replace(/-$/, '')
    const row = wellKnownSymbols.find((one) => (venue === 'kraken' ? (one.kraken ?? '') === `${ticker}USD` : one.ticker === ticker))
    const trades = row && (venue === 'binance' ? quote !== 'USD' : row[venue] !== null && quote !== 'USDT')
    const coin = trades ? coins.get(row.coingecko) : undefined
    if (coin) return { coin, perUnit }
  }
  return undefined
}

/** The price of a day ago, for candles. */
export function dayAgo(coin: Coin): number {
  return coin.price / (1 + coin.change / 100)
}

/** A price as venues write it. */
export function priceText(price: number): string {
  return price.toFixed(price < 1 ? 6 : 2)
}

/** Each venue's order book of USDC in EUR. They differ only a little, as in reality. */
export const usdcEurBooks = {
  kraken: { bid: '0.8905', ask: '0.8907' },
  coinbase: { bid: '0.8906', ask: '0.8908' },
  bitstamp: { bid: '0.89045', ask: '0.89085' },
  bitvavo: { bid: '0.89059', ask: '0.89071' },
} as const

/** How much USDC each venue's bids want in all, and at the best price. */
const usdcEurBids = { kraken: 900_000, coinbase: 2_600_000, bitstamp: 240_000, bitvavo: 60_000 } as const
const levelShares = [0.02, 0.08, 0.15, 0.25, 0.5]

/** A venue's order book of USDC in EUR as rows of price and size, best first. Each price is 0.0002 worse than the one before. */
export function usdcEurLevels(venue: keyof typeof usdcEurBooks): { bids: [string, string][]; asks: [string, string][] } {
  const { bid, ask } = usdcEurBooks[venue]
  const side = (best: string, step: number) =>
    levelShares.map((share, index): [string, string] => [
      index === 0 ? best : (Number(best) + index * step).toFixed(6),
      (usdcEurBids[venue] * share).toFixed(3),
    ])
  return { bids: side(bid, -0.0002), asks: side(ask, 0.0002) }
}
