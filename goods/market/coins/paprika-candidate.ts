import type { Sourced } from '../../../src/goods/kit/http.ts'
import type { SourceCandidate } from '../../../src/goods/kit/several-sources.ts'
import type { CoinFigures } from './coin-figures.ts'
import { marketFigures } from './coin-figures.ts'
import type { CoinMarket, Namesake } from './coin-market.ts'
import type { CoinPaprika } from '../sources/coinpaprika.ts'
import type { FoundCoin } from './find-coin.ts'

type NamedCoin = FoundCoin & { readonly ticker: string }

/** A coin at CoinPaprika, which has its own ids: its id is found by the ticker first. */
export function paprikaCandidate({ source, namesakes, market }: CoinPaprika, coin: NamedCoin): SourceCandidate<CoinFigures> {
  const seen = (given: Sourced<CoinMarket | null>) => ({ value: marketFigures(coin, given.value), source: given.source })
  return {
    source,
    async fresh(options) {
      const named = await namesakes.get(coin.ticker, { ...options, freshOnly: false })
      const id = idAmong(named.value, coin)
      return id === null ? { value: null, source: named.source } : seen(await market.get(id, options))
    },
    cached() {
      const named = namesakes.cached(coin.ticker)
      const id = named && idAmong(named.value, coin)
      const old = id === null ? null : market.cached(id)
      return old && seen(old)
    },
  }
}

/** The list is long, so it gets a longer wait. */
const listMs = 2_500

/** A coin in CoinPaprika's list of all coins, which is one request for any number of coins. */
export function paprikaListCandidate({ source, markets }: CoinPaprika, coin: NamedCoin): SourceCandidate<CoinFigures> {
  const seen = (given: Sourced<readonly CoinMarket[]>) => {
    const named = given.value.filter(({ ticker }) => ticker === coin.ticker)
    const id = idAmong(named, coin)
    const found = named.find((one) => one.id === id) ?? null
    const source = found?.at ? { ...given.source, asOf: new Date(found.at).toISOString() } : given.source
    return { value: marketFigures(coin, found), source }
  }
  return {
    source,
    fresh: async (options) => seen(await markets.get('', { ...options, waitMs: listMs })),
    cached() {
      const old = markets.cached('')
      return old && seen(old)
    },
  }
}

/**
 * Which coin of a ticker is meant. CoinPaprika's ids consist of ticker and name (`btc-bitcoin`), and the name is mostly
 * CoinGecko's id. Without such a match it is the best-ranked coin, unless CoinGecko identified a coin that is not well known.
 */
function idAmong(namesakes: readonly Namesake[], { id, row, ticker }: NamedCoin): string | null {
  const alike = namesakes.find((one) => one.id === `${ticker.toLowerCase()}-${id}`)
  if (alike) return alike.id
  return id === null || row ? (namesakes[0]?.id ?? null) : null
}
