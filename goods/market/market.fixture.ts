import { openTestSources, type TestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import type { OfferContext } from '../../src/offers/offer.ts'
import type { DeclaredSource } from '../../src/sources/declared-source.ts'
import type { Sources } from '../../src/sources/sources.ts'
import { dataSources } from '../data/data.fixture.ts'
import { referenceRates } from '../data/fx/reference-rates.ts'
import type { ChainPriceReader } from './coins/chain-price-reader.ts'
import type { PoolCandleReader } from './coins/pool-candle-reader.ts'
import { market } from './index.ts'
import type { MarketParts, MarketSources, OwnSources } from './market-sources.ts'
import { marketOhlcv as ohlcv } from './offers/ohlcv.ts'
import { marketPrice as price } from './offers/price.ts'
import { cryptoPrices as prices } from './offers/prices.ts'
import { marketRates as rates } from './offers/rates.ts'
import { marketTrending as trending } from './offers/trending.ts'
import { offramp as estimates } from './offramp/estimate.ts'
import type { OfframpFees } from './offramp/quote.ts'
import { stablecoins as stablecoin } from './stablecoins/stablecoins.ts'

export interface MarketTest extends TestSources {
  readonly sources: Sources & MarketSources
}

type MarketSettings = NonNullable<Parameters<typeof openTestSources>[0]> & {
  readonly chainPrices?: ChainPriceReader
  readonly poolCandles?: PoolCandleReader
}

/** The sources of the line in a world of tests, made once for each world, with the reference rates of the line of data. */
export function marketSources(
  { declared }: Pick<TestSources, 'declared'>,
  { chainPrices, poolCandles }: Pick<MarketSettings, 'chainPrices' | 'poolCandles'> = {},
): MarketSources {
  const all = Object.entries<DeclaredSource<unknown>>(market.sources ?? {}).map(([key, one]) => [key, declared(one)])
  const own = Object.fromEntries(all) as OwnSources
  if (chainPrices) {
    own.chainlink.readFrom(chainPrices)
    own.uniswapV3.readFrom(chainPrices, poolCandles ?? null)
  }
  return { ...own, referenceRates: referenceRates(dataSources({ declared })) }
}

export async function openMarket({ chainPrices, poolCandles, ...settings }: MarketSettings = {}): Promise<MarketTest> {
  const world = await openTestSources(settings)
  const readers = { ...(chainPrices ? { chainPrices } : {}), ...(poolCandles ? { poolCandles } : {}) }
  return { ...world, sources: { ...world.sources, ...marketSources(world, readers) } }
}

const described: MarketParts = {
  sources: { referenceRates: referenceRates({} as never) } as MarketSources,
  simulated: true,
}

interface Runs<Input, Outcome> {
  run(input: Input, context: OfferContext): Outcome
}

/** An offer over the sources of the context in which it runs, so that one name will do in a test that opens several worlds. */
function overContext<Input, Outcome, O extends Runs<Input, Outcome>>(make: (parts: MarketParts) => O & Runs<Input, Outcome>): O {
  const made = new WeakMap<object, O>()
  const over = (sources: Sources & MarketSources): O => {
    const offer = made.get(sources) ?? make({ sources, simulated: sources.simulated })
    made.set(sources, offer)
    return offer
  }
  return {
    ...make(described),
    run: (input: Input, context: OfferContext) => over(context.sources as Sources & MarketSources).run(input, context),
  }
}

export const marketOhlcv = overContext(ohlcv)
export const marketPrice = overContext(price)
export const cryptoPrices = overContext(prices)
export const marketRates = overContext(rates)
export const marketTrending = overContext(trending)
export const stablecoins = () => overContext(stablecoin)
export const offramp = ({ fees }: { readonly fees: OfframpFees }) =>
  [overContext((parts) => estimates(parts, fees)[0]), overContext((parts) => estimates(parts, fees)[1])] as const
