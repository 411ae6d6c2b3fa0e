import { nearestName } from '../../../src/goods/kit/answers.ts'
import { coinNames } from './coin-names.ts'
import { renamedCoins } from './renamed-coins.ts'
import { resolveSymbol } from './resolve-symbol.ts'
import { wellKnownSymbols } from './symbols.ts'

/** What a caller probably means, for an answer that says so. */
export interface SymbolHint {
  /** The symbol to ask for. */
  readonly ask: string
  /** Sentences that end with the question whether it is meant. */
  readonly text: string
}

/**
 * How a text that somebody typed is read. `coin`: as the symbol `text`; the hint is for where no coin has it. Where `mayBePair` is set,
 * only a coin of some rank is meant by it, since `CRVUSD` is a coin, and `BTCUSDT` is not, whatever small coin is called so.
 * `pair`: a coin against another currency than the dollar. `hint`: no coin that can be priced.
 */
export type TypedSymbol =
  | { readonly kind: 'coin'; readonly text: string; readonly hint: SymbolHint | null; readonly mayBePair: boolean }
  | { readonly kind: 'pair'; readonly base: string; readonly quote: string }
  | { readonly kind: 'hint'; readonly hint: SymbolHint }

const quotes = 'ZUSD ZEUR USDT USDC BUSD FDUSD TUSD DAI USD EUR GBP JPY CHF AUD CAD KRW TRY BRL CNY INR XBT BTC ETH BNB'.split(' ')
const separatedPair = new RegExp(`^([^-/_: ].*?)\\s*[-/_: ]\\s*(${quotes.join('|')})$`, 'i')
const contract = /^(.+?)[-_/ .]?(?:PERP|PERPETUAL|SWAP|FUTURES?)$/i

/** Reads a symbol as people and other services write it: `$eth`, `BTC-USD`, `BTCUSDT`, `USDC.e`, `MATIC`, `Bitcoin Cash`. */
export function readTypedSymbol(given: string): TypedSymbol {
  const text = given.normalize('NFKC').trim().replaceAll('₮', 'T').replace(/^\$/, '')
  const upper = text.toUpperCase()
  if (isWellKnown(text)) return coin(text, renamedHint(upper))
  const renamed = renamedHint(upper)
  if (renamed) return { kind: 'hint', hint: renamed }
  return ofContract(text) ?? ofPair(text) ?? ofName(text) ?? coin(text.replaceAll(/\s+/g, '-'), hintFor(text))
}

function coin(text: string, hint: SymbolHint | null = null, mayBePair = false): TypedSymbol {
  return { kind: 'coin', text, hint, mayBePair }
}

function isWellKnown(text: string): boolean {
  return resolveSymbol(text)?.kind === 'well-known'
}

/** The symbol to ask for, where a text is a well-known coin by its ticker, its id or its name. */
function known(text: string): string | null {
  const resolved = resolveSymbol(text)
  if (resolved?.kind === 'well-known') return resolved.row.ticker
  return coinNames.get(slugOf(text)) ?? null
}

function ofContract(text: string): TypedSymbol | null {
  const [, of = ''] = contract.exec(text) ?? []
  const read = of === '' ? null : readTypedSymbol(of)
  const base = read?.kind === 'pair' ? read.base : read?.kind === 'coin' ? (known(read.text) ?? read.hint?.ask) : null
  if (!base) return null
  return { kind: 'hint', hint: { ask: base, text: `This is a contract on ${base}, not the coin. ${meant(base)}` } }
}

function ofPair(text: string): TypedSymbol | null {
  const [, left = '', right = ''] = separatedPair.exec(text) ?? []
  if (left === '') return ofJoinedPair(text)
  const renamed = renamedHint(left.toUpperCase())
  if (renamed && !isWellKnown(left)) return { kind: 'hint', hint: renamed }
  const quote = quoteOf(right)
  const base = known(left.replace(/^[A-Za-z]+:/, ''))
  // Ids of tokens at a lender or in a pool look like pairs, such as aave-usdc.
  if (base === null || (text === text.toLowerCase() && resolveSymbol(text)?.kind === 'id' && isId(left))) {
    return coin(text.replaceAll(/[\s/:]+/g, '-'), pairHint(base ?? left, quote))
  }
  return quote === 'USD' ? coin(base) : { kind: 'pair', base, quote }
}

function isId(text: string): boolean {
  const resolved = resolveSymbol(text)
  return resolved?.kind === 'well-known' && resolved.row.coingecko === text
}

function ofJoinedPair(text: string): TypedSymbol | null {
  const named = text.replace(/^[A-Za-z]+:/, '')
  const upper = named.toUpperCase()
  for (const quote of quotes) {
    const left = upper.endsWith(quote) ? upper.slice(0, -quote.length) : ''
    const renamed = renamedCoins.has(left) ? renamedHint(left) : null
    if (renamed) return coin(named, renamed, true)
    const resolved = resolveSymbol(left)
    if (resolved?.kind === 'well-known' && resolved.by === 'ticker') return coin(named, pairHint(resolved.row.ticker, quoteOf(quote)), true)
  }
  return null
}

function quoteOf(text: string): string {
  const upper = text.toUpperCase().replace(/^Z(?=USD|EUR)/, '')
  return upper === 'XBT' ? 'BTC' : upper
}

/** A name with capitals or spaces; in lower case it may be the id of another coin. */
function ofName(text: string): TypedSymbol | null {
  if (text === text.toLowerCase() && !/\s/.test(text)) return null
  const slug = slugOf(text)
  if (isWellKnown(slug)) return coin(slug)
  const ticker = coinNames.get(slug)
  return ticker === undefined ? null : coin(ticker)
}

function slugOf(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._]+/g, '-')
}

/** What a bridge or another network puts behind a ticker, and before it. */
const bridgedSuffix = /\.[a-z]{1,6}$|(?<=^USD)bC$|(?<=^USDT)0$/i
const wrappedPrefix = /^(?:axl|W)(?=..)/i

function hintFor(text: string): SymbolHint | null {
  const [bare, unwrapped] = [text.replace(bridgedSuffix, bridgedAs), text.replace(wrappedPrefix, '')]
  if (bare !== text && known(bare) !== null) return /\.[^.eb]+$/i.test(text) ? plain(known(bare)!) : ofBridge(known(bare)!)
  if (unwrapped !== text) {
    const ask = renamedCoins.get(unwrapped.toUpperCase())?.to ?? known(unwrapped)
    if (ask) return /^axl/i.test(text) ? ofBridge(ask) : plain(ask)
  }
  const near = known(text) ?? nearestName(text, names)
  return near === null ? null : plain(known(near) ?? near)
}

function bridgedAs(suffix: string): string {
  return suffix.toLowerCase() === 'bc' ? 'C' : ''
}

function ofBridge(base: string): SymbolHint {
  return { ask: base, text: `Several coins on other chains are written so, each with a price of its own. ${meant(base)}` }
}

function plain(ask: string): SymbolHint {
  return { ask, text: `No coin has this symbol. ${meant(ask)}` }
}

function pairHint(base: string, quote: string): SymbolHint {
  return { ask: base, text: `This reads as ${base} against ${quote}, and no larger coin is called so. ${meant(base)}` }
}

function renamedHint(upper: string): SymbolHint | null {
  const renamed = renamedCoins.get(upper)
  if (!renamed) return null
  const { from, to, ratio } = renamed
  return { ask: to, text: `${from} became ${to}: one ${from} became ${ratio} ${to}. ${meant(to)}` }
}

function meant(ask: string): string {
  return `Did you mean ${ask}?`
}

const names = [...wellKnownSymbols.flatMap(({ ticker, coingecko }) => [ticker, coingecko]), ...coinNames.keys()]
