import type { CoinFigures } from './coin-figures.ts'
import { marketFigures } from './coin-figures.ts'
import type { CoinMarket, Namesake } from './coin-market.ts'
import type { CoinPaprika } from './coinpaprika.ts'
import type { FoundCoin } from './find-coin.ts'
import type { Candidate } from './in-order.ts'
import type { Sourced } from './source.ts'

type NamedCoin = FoundCoin & { readonly ticker: string }

/** A coin at CoinPaprika, which has ids of its own: found by its ticker first, then asked for. */
export function paprikaCandidate({ source, namesakes, market }: CoinPaprika, coin: NamedCoin): Candidate<CoinFigures> {
  const seen = (given: Sourced<CoinMarket | null>) => ({ value: marketFigures(coin, given.value), source: given.source })
  return {
    source,
    async fresh(options) {
      const named = await namesakes.get(coin.ticker, { ...options, freshOnly: false })
      const id = idAmong(named.value, coin)
      return id === null ? { value: null, source: named.source } : seen(await market.get(id, options))
    },
    held() {
      const named = namesakes.held(coin.ticker)
      const id = named && idAmong(named.value, coin)
      const old = id === null ? null : market.held(id)
      return old && seen(old)
    },
  }
}

/** The list is long, and worth a longer wait. */
const listMs = 2_500

/** A coin in CoinPaprika's list of all coins, which is one request for however many. */
export function paprikaListCandidate({ source, markets }: CoinPaprika, coin: NamedCoin): Candidate<CoinFigures> {
  const seen = (given: Sourced<readonly CoinMarket[]>) => {
    const named = given.value.filter(({ ticker }) => ticker === coin.ticker)
    const id = idAmong(named, coin)
    return { value: marketFigures(coin, named.find((one) => one.id === id) ?? null), source: given.source }
  }
  return {
    source,
    fresh: async (options) => seen(await markets.get('', { ...options, waitMs: listMs })),
    held() {
      const old = markets.held('')
      return old && seen(old)
    },
  }
}

/**
 * Which of the coins of a ticker is meant. Its ids are made of ticker and name (`btc-bitcoin`), and the name is mostly
 * CoinGecko's id. Where none is, the best-ranked is meant, unless CoinGecko told which coin it is and it is none that
 * everybody knows.
 */
function idAmong(namesakes: readonly Namesake[], { id, row, ticker }: NamedCoin): string | null {
  const alike = namesakes.find((one) => one.id === `${ticker.toLowerCase()}-${id}`)
  if (alike) return alike.id
  return id === null || row ? (namesakes[0]?.id ?? null) : null
}
