import type { Hex } from '../../../src/goods/kit/evm.ts'

/** A price through time. */
export interface PricePath {
  readonly at: (hour: number) => number
  readonly seed: number
  readonly daily: number
  readonly quiet: boolean
}

/** What is traded on one market. */
export interface Market {
  readonly path: PricePath
  /** Decimal places of its prices and of its volumes. */
  readonly places: number
  readonly volumePlaces: number
  /** Coins that are usually traded on it in a day. */
  readonly dailyVolume: number
}

export interface Coin {
  /** CoinGecko's. */
  readonly id: string
  readonly ticker: string
  readonly name: string
  readonly path: PricePath
  readonly usualPrice: number
  readonly places: number
  /** Coins in circulation; 0 if unknown. */
  readonly supply: number
  readonly dailyVolume: number
}

/** Of a venue: what it trades, or says, of a coin. */
export interface VenueMarket extends Market {
  readonly coin: Coin
  /** Half of the usual distance between its best prices, as a share. */
  readonly halfSpread: number
}

/** The figures of a coin at a moment, as a list of all coins has them. Amounts are in USD. */
export interface CoinFigures extends Coin {
  readonly price: number
  /** Over 24 hours, in per cent. */
  readonly change: number
  readonly high: number
  readonly low: number
  /** 0 if unknown. */
  readonly cap: number
  readonly volume: number
}

export type RankedCoin = CoinFigures & { readonly rank: number | null }

/** A candle as venues write it, with figures as decimal text. Times are in seconds. */
export interface TradedCandle {
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  /** "0.0000" without a trade. */
  readonly volume: string
}

export interface Trades {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export type CandleExchange = 'coinbase' | 'kraken' | 'bitstamp' | 'binance'
export type EuroExchange = 'kraken' | 'coinbase' | 'bitstamp' | 'bitvavo'
export type Lister = 'coingecko' | 'coinpaprika' | 'defillama'

/** The market of the sandbox, as its stand-ins need it: their prices agree. Moments are in milliseconds since the epoch. */
export interface SandboxMarket {
  readonly coins: ReadonlyMap<string, Coin>
  /** @throws Error for an id that the sandbox does not have. */
  coinNamed(id: string): Coin
  figuresOf(coin: Coin, lister: Lister, now: number): CoinFigures
  /** All coins by market capitalisation. */
  rankedCoins(lister: Lister, now: number): readonly RankedCoin[]
  marketOf(coin: Coin, lister: Lister): VenueMarket
  /** The market behind a venue's name of it. */
  marketNamed(venue: CandleExchange, name: string): VenueMarket | undefined
  priceOn(market: Pick<Market, 'path' | 'places'>, now: number): string
  bookOn(market: VenueMarket, now: number): { readonly bid: string; readonly ask: string }
  usdcEurOn(venue: EuroExchange): VenueMarket
  usdcEurLevels(venue: EuroExchange, now: number): { readonly bids: [string, string][]; readonly asks: [string, string][] }
  candlesOf(market: Market, step: number, span: { from: number; to: number; now: number }): TradedCandle[]
  lastDayOf(market: Market, now: number): Trades & { readonly change: number }
  straightAt(path: Pick<PricePath, 'at'>, now: number): number
  usdPerEurAt(now: number): number
  /** Units of every currency for 1 EUR. */
  ratesAt(now: number): Readonly<Record<string, string>>
}

/** The inhabitants of the sandbox whose tokens are traded. */
export interface SandboxPopulation {
  addressOf(inhabitant: 'plain-token' | 'honeypot-token' | 'taxed-token'): Hex
  derivedAddress(text: string): Hex
  readonly taxedTokenPool: Hex
}

/** What the stand-ins of this line take of the world of the sandbox. */
export interface MarketWorld {
  readonly market: SandboxMarket
  readonly population: SandboxPopulation
}
