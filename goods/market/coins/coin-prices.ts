import type { CoinPricesPort } from '../../../src/goods/kit/ports.ts'
import { coinPriceUsd, coinQuote, type CoinSources } from './coin-quote.ts'
import { wellKnown } from './find-coin.ts'
import { resolveSymbol } from './resolve-symbol.ts'

/** Prices of coins by these sources, for other lines and for what gas costs the till. */
export function coinPrices(sources: CoinSources): CoinPricesPort {
  return {
    usd: (ticker) => coinPriceUsd(sources, ticker),
    async quote(ticker, signal) {
      const resolved = resolveSymbol(ticker)
      return resolved?.kind === 'well-known' ? coinQuote(sources, wellKnown(resolved.row, null), signal) : null
    },
  }
}
