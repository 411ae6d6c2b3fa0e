import { wellKnownSymbols } from '../../goods/market/coins/symbols.ts'
import { coinTable, lesserCoinTable } from './coin-table.ts'
import { euroPath, usualUsdPerEur } from './exchange-rates.ts'
import { driftOf, seedOf } from '../../src/goods/stand-in-noise.ts'
import type { PricePath } from './price-path.ts'

export interface Coin {
  /** CoinGecko's. */
  readonly id: string
  readonly ticker: string
  readonly name: string
  /** In USD. */
  readonly path: PricePath
  readonly usualPrice: number
  /** Decimal places of its prices: six digits in all, and at least cents. */
  readonly places: number
  /** Coins in circulation; 0 if unknown. */
  readonly supply: number
  /** Coins that are usually traded in a day, on all venues together. */
  readonly dailyVolume: number
}

const million = 1_000_000
const marketDrift = driftOf(seedOf('the market'))
/** What moves less than this by itself is tied to something, and does not go with the market. */
const leastFreeMove = 0.005

function coinOf(ticker: string, row: readonly string[], leaders: ReadonlyMap<string, Coin>): Coin {
  const [id = '', price = '', cap = '', volume = '', move = '', ...name] = row
  const [ratio, followed] = price.split('*')
  const leader = followed === undefined ? null : leaderOf(followed, leaders)
  const usualPrice = Number(ratio) * (leader?.usualPrice ?? 1)
  return {
    id,
    ticker,
    name: name.join(' '),
    path: pathOf({ seed: seedOf(id), daily: Number(move) / 100, quiet: Number(volume) < 1_000 }, Number(ratio), leader),
    usualPrice,
    places: Math.max(2, 5 - Math.floor(Math.log10(usualPrice))),
    supply: (Number(cap) * million) / usualPrice,
    dailyVolume: (Number(volume) * million) / usualPrice,
  }
}

interface Leader {
  readonly path: PricePath
  readonly usualPrice: number
}

function pathOf(nature: Omit<PricePath, 'at'>, level: number, leader: Leader | null): PricePath {
  const { seed, daily } = nature
  const own = driftOf(seed)
  // Within an hour it does what its leader does.
  if (leader) return { ...leader.path, at: (hour) => leader.path.at(hour) * level * Math.exp(daily * own(hour)) }
  const moved = daily < leastFreeMove ? own : (hour: number) => 0.7 * marketDrift(hour) + 0.7 * own(hour)
  return { ...nature, at: (hour) => level * Math.exp(daily * moved(hour)) }
}

/** What a coin follows: another coin, or the euro. */
function leaderOf(name: string, coins: ReadonlyMap<string, Coin>): Leader {
  if (name === 'EUR') return { path: { ...euroPath, seed: seedOf('EUR'), daily: 0.001, quiet: true }, usualPrice: usualUsdPerEur }
  const leader = coins.get(name)
  if (!leader) throw new Error(`no coin ${name} before those that follow it`)
  return leader
}

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
}

function readCoins(): ReadonlyMap<string, Coin> {
  const tickers = new Map(wellKnownSymbols.map(({ coingecko, ticker }) => [coingecko, ticker]))
  const coins = new Map<string, Coin>()
  for (const row of rowsOf(coinTable)) coins.set(row[0] ?? '', coinOf(tickers.get(row[0] ?? '') ?? '', row, coins))
  for (const [id = '', ticker = '', ...rest] of rowsOf(lesserCoinTable)) coins.set(id, coinOf(ticker, [id, ...rest], coins))
  return coins
}

/** Every coin of the sandbox by its id, the well known ones first. */
export const coins = readCoins()

/** @throws Error for an id that the sandbox does not have. */
export function coinNamed(id: string): Coin {
  const coin = coins.get(id)
  if (!coin) throw new Error(`the sandbox has no coin ${id}`)
  return coin
}
