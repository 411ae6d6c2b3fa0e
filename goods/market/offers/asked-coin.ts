import { Problem } from '../../../src/goods/door.ts'
import type { FoundCoin } from '../coins/find-coin.ts'
import { readTypedSymbol, type SymbolHint } from '../coins/typed-symbol.ts'
import { coinOfAsset } from '../coins/coin-of-asset.ts'
import { marketProblems } from './market-problems.ts'

/** The coin that a caller asks for, as it is looked up. */
export interface AskedCoin {
  /** A ticker or a CoinGecko id. */
  readonly text: string
  /** For where no coin has it. */
  readonly hint: SymbolHint | null
  readonly mayBePair: boolean
}

/**
 * Reads what a caller sent as a symbol.
 * @throws Problem `unknown_symbol`, with the symbol that is probably meant, for what can't be a coin that is priced in dollars
 */
export function readAskedCoin(given: string, field: string, priced = 'prices here are in USD'): AskedCoin {
  const asset = coinOfAsset(given)
  if (asset?.kind === 'asset') {
    const detail =
      'The coin of this address or asset id is not known here. Send its ticker or CoinGecko id. The token itself is read by /v1/crypto/token-analysis/{address}.'
    throw new Problem(marketProblems.unknownSymbol, detail, { field })
  }
  const typed = readTypedSymbol(asset?.symbol ?? given)
  if (typed.kind === 'coin') return typed
  if (typed.kind === 'hint') throw unknownSymbol(typed.hint, field)
  const { base, quote } = typed
  throw unknownSymbol({ ask: base, text: `This is ${base} against ${quote}, and ${priced}. Did you mean ${base}?` }, field)
}

/** Whether a coin that was found is what the caller means: a small coin that is called `BTCUSDT` is not. */
export function isMeant({ mayBePair }: AskedCoin, { rank, failure, ticker }: FoundCoin): boolean {
  return !mayBePair || rank !== null || failure !== null || ticker === null
}

/** No coin has this symbol; says which one is probably meant. */
export function unknownSymbol(hint: SymbolHint | null, field: string): Problem {
  return new Problem(marketProblems.unknownSymbol, hint?.text ?? noCoin, { field, ...(hint ? { expected: hint.ask } : {}) })
}

export const noCoin = 'No coin has this symbol.'
