import type { StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { bitvavo } from './bitvavo.ts'
import { coinbase, coinbaseSpot } from './coinbase.ts'
import { coingecko } from './coingecko.ts'
import { coinpaprika } from './coinpaprika.ts'
import { defillamaCoins } from './defillama-coins.ts'
import { defillamaStablecoins } from './defillama-stablecoins.ts'
import { dexscreener } from './dexscreener.ts'
import { kraken } from './kraken.ts'
import type { MarketWorld } from './market-world.ts'

/** The stand-ins of this line's sources, by source id; feeds and pools are contracts on the chains of the sandbox. */
export function standIns({ market, population }: MarketWorld): Readonly<Record<string, StandIn>> {
  return {
    coingecko: coingecko(market),
    coinbase: coinbase(market),
    'coinbase-spot': coinbaseSpot(market),
    kraken: kraken(market),
    bitstamp: bitstamp(market),
    bitvavo: bitvavo(market),
    binance: binance(market),
    coinpaprika: coinpaprika(market),
    'defillama-coins': defillamaCoins(market),
    'defillama-stablecoins': defillamaStablecoins(market),
    dexscreener: dexscreener(market, population),
  }
}
