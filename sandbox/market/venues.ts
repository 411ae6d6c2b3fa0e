import { wellKnownSymbols } from '../../goods/market/coins/symbols.ts'
import type { Market } from './candles.ts'
import { coinNamed, coins } from './coins.ts'
import type { Coin } from './coins.ts'
import { euroPath } from './exchange-rates.ts'
import { pathIn, priceAt } from './price-path.ts'

export type Venue = 'coingecko' | 'coinpaprika' | 'defillama' | 'coinbase' | 'kraken' | 'bitstamp' | 'bitvavo' | 'binance'

/** How far each venue is from the others, in basis points, so that medians have something to choose from. */
export const venueOffsets: Readonly<Record<Venue, number>> = {
  coingecko: 0,
  coinpaprika: 0.7,
  defillama: -0.9,
  coinbase: 0.5,
  kraken: -1.2,
  bitstamp: 1.8,
  bitvavo: 1,
  binance: -0.6,
}

/** The share of a coin's volume that each venue has. */
const volumeShares: Readonly<Record<Venue, number>> = {
  coingecko: 1,
  coinpaprika: 1,
  defillama: 1,
  coinbase: 0.06,
  kraken: 0.03,
  bitstamp: 0.01,
  bitvavo: 0.008,
  binance: 0.3,
}

const units = { USD: { at: () => 1 }, EUR: euroPath, USDT: coinNamed('tether').path }
/** Half of each venue's spread for USDC, and how much USDC its bids in EUR want in all. */
const usdcEurVenues = {
  kraken: { halfSpread: 0.00011, wanted: 900_000 },
  coinbase: { halfSpread: 0.00012, wanted: 2_600_000 },
  bitstamp: { halfSpread: 0.00022, wanted: 240_000 },
  bitvavo: { halfSpread: 0.00007, wanted: 60_000 },
} as const
export type UsdcEurVenue = keyof typeof usdcEurVenues

function isUsdcEurVenue(venue: Venue): venue is UsdcEurVenue {
  return Object.hasOwn(usdcEurVenues, venue)
}

export type Quote = keyof typeof units

export interface VenueMarket extends Market {
  readonly coin: Coin
  /** Half of the usual distance between its best prices, as a share. */
  readonly halfSpread: number
}

/** What a venue trades, or says, of a coin. */
export function marketOf(coin: Coin, venue: Venue, quote: Quote = 'USD'): VenueMarket {
  return {
    coin,
    halfSpread: coin.ticker === 'USDC' && isUsdcEurVenue(venue) ? usdcEurVenues[venue].halfSpread : 0.0001,
    path: pathIn(coin.path, units[quote], 1 + venueOffsets[venue] / 10_000),
    places: coin.places,
    // Coins that cost next to nothing are traded by the billion.
    volumePlaces: coin.usualPrice < 0.01 ? 0 : 4,
    dailyVolume: coin.dailyVolume * volumeShares[venue],
  }
}

/** The market behind a venue's name of it. Some coins trade against EUR too, and on Binance against USDT instead of USD. */
export function marketNamed(venue: 'coinbase' | 'kraken' | 'bitstamp' | 'binance', name: string): VenueMarket | undefined {
  for (const quote of ['USD', 'EUR', 'USDT'] as const) {
    if (!name.toUpperCase().endsWith(quote)) continue
    const asset = name.slice(0, -quote.length).replace(/-$/, '')
    const row = wellKnownSymbols.find((one) => isTraded(one, venue, asset, quote))
    const coin = row && coins.get(row.coingecko)
    if (coin) return marketOf(coin, venue, quote)
  }
  return undefined
}

type Row = (typeof wellKnownSymbols)[number]

function isTraded(row: Row, venue: 'coinbase' | 'kraken' | 'bitstamp' | 'binance', asset: string, quote: Quote): boolean {
  if (venue === 'binance') return row.ticker === asset && quote !== 'USD'
  if (row.ticker === 'USDC' && quote === 'EUR') return asset.toUpperCase() === 'USDC'
  if (venue === 'bitstamp') return row.bitstamp === `${asset}usd` && quote === 'USD'
  return quote !== 'USDT' && row[venue] === (venue === 'coinbase' ? `${asset}-USD` : `${asset}USD`)
}

/** The price of a market at a moment, as its venue writes it. */
export function priceOn({ path, places }: Pick<Market, 'path' | 'places'>, now: number): string {
  return priceAt(path, now).toFixed(places)
}

/** The best prices of a market at a moment. */
export function bookOn({ path, places, halfSpread }: VenueMarket, now: number): { bid: string; ask: string } {
  const price = priceAt(path, now)
  return { bid: (price * (1 - halfSpread)).toFixed(places), ask: (price * (1 + halfSpread)).toFixed(places) }
}

const levelShares = [0.02, 0.08, 0.15, 0.25, 0.5]

/** A venue's market of USDC in EUR. */
export function usdcEurOn(venue: UsdcEurVenue): VenueMarket {
  return marketOf(coinNamed('usd-coin'), venue, 'EUR')
}

/** A venue's order book of USDC in EUR as rows of price and size, best first. Each price is 0.0002 worse than the one before. */
export function usdcEurLevels(venue: UsdcEurVenue, now: number): { bids: [string, string][]; asks: [string, string][] } {
  const { bid, ask } = bookOn(usdcEurOn(venue), now)
  const side = (best: string, step: number) =>
    levelShares.map((share, index): [string, string] => [
      index === 0 ? best : (Number(best) + index * step).toFixed(5),
      (usdcEurVenues[venue].wanted * share).toFixed(3),
    ])
  return { bids: side(bid, -0.0002), asks: side(ask, 0.0002) }
}
