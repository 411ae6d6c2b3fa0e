import type { MarketWorld } from '../goods/market/sandbox/market-world.ts'
import type { StandInWorld } from '../src/goods/stand-in.ts'
import { candlesOf, lastDayOf } from './market/candles.ts'
import { figuresOf, rankedCoins } from './market/coin-figures.ts'
import { coinNamed, coins } from './market/coins.ts'
import { ratesAt, usdPerEurAt } from './market/exchange-rates.ts'
import { straightAt } from './market/price-path.ts'
import { bookOn, marketNamed, marketOf, priceOn, usdcEurLevels, usdcEurOn } from './market/venues.ts'
import { derivedAddress } from './population/derived-address.ts'
import { addressOf, taxedTokenPool } from './population/inhabitants.ts'

/** What all stand-ins agree on. */
export const standInWorld = {
  market: {
    coins,
    coinNamed,
    figuresOf,
    rankedCoins,
    marketOf,
    marketNamed,
    priceOn,
    bookOn,
    usdcEurOn,
    usdcEurLevels,
    candlesOf,
    lastDayOf,
    straightAt,
    usdPerEurAt,
    ratesAt,
  },
  population: { addressOf, derivedAddress, taxedTokenPool },
} satisfies MarketWorld & StandInWorld
