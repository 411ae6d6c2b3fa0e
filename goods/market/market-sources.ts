import type { ReferenceRatesPort } from '../../src/goods/kit/ports.ts'
import type { Binance } from './sources/binance.ts'
import type { Bitstamp } from './sources/bitstamp.ts'
import type { Bitvavo } from './sources/bitvavo.ts'
import type { Chainlink } from './sources/chainlink.ts'
import type { CoinbaseSpot } from './sources/coinbase-spot.ts'
import type { Coinbase } from './sources/coinbase.ts'
import type { CoinGecko } from './sources/coingecko.ts'
import type { CoinPaprika } from './sources/coinpaprika.ts'
import type { DefillamaCoins } from './sources/defillama-coins.ts'
import type { DefillamaStablecoins } from './sources/defillama-stablecoins.ts'
import type { Dexscreener } from './sources/dexscreener.ts'
import type { Kraken } from './sources/kraken.ts'
import type { UniswapV3 } from './sources/uniswap-v3.ts'

/** What the sources of this line have made. */
export interface OwnSources {
  readonly chainlink: Chainlink
  readonly uniswapV3: UniswapV3
  readonly coingecko: CoinGecko
  readonly coinbase: Coinbase
  readonly coinbaseSpot: CoinbaseSpot
  readonly kraken: Kraken
  readonly bitstamp: Bitstamp
  readonly bitvavo: Bitvavo
  readonly binance: Binance
  readonly coinpaprika: CoinPaprika
  readonly defillamaCoins: DefillamaCoins
  readonly defillamaStablecoins: DefillamaStablecoins
  readonly dexscreener: Dexscreener
}

export interface MarketSources extends OwnSources {
  /** Null where no line has any: then a price in euro is not checked against them, and no rate of a currency is given. */
  readonly referenceRates: ReferenceRatesPort | null
}

/** What the offers of this line close over. */
export interface MarketParts {
  readonly sources: MarketSources
  /** The sources are the sandbox's. */
  readonly simulated: boolean
}
