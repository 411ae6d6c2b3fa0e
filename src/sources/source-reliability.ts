import type { SourceReliability } from './policy/source.ts'
import type { SourceId } from './source-catalog.ts'

/** The publisher of the figure itself: a central bank of its rates, an authority of its list, a chain of its state. */
export const publisher = (origin: string): SourceReliability => ({ origin, certainty: 0.95 })
/** Passes on what another one publishes. */
export const relay = (origin: string): SourceReliability => ({ origin, certainty: 0.9 })
/** Measures something that nobody publishes, such as the price of a coin. */
export const observer = (origin: string): SourceReliability => ({ origin, certainty: 0.8 })

const standings: Readonly<Record<SourceId, SourceReliability>> = {
  ecb: publisher('ecb'),
  'ecb-data': publisher('ecb'),
  frankfurter: relay('ecb'),
  vatcomply: relay('ecb'),
  chainlink: observer('chainlink'),
  'uniswap-v3': observer('uniswap-v3'),
  coingecko: observer('coingecko'),
  coinbase: observer('coinbase'),
  'coinbase-spot': observer('coinbase'),
  kraken: observer('kraken'),
  bitstamp: observer('bitstamp'),
  bitvavo: observer('bitvavo'),
  binance: observer('binance'),
  coinpaprika: observer('coinpaprika'),
  // Its prices of coins come mostly from CoinGecko, so they are no second voice beside it.
  'defillama-coins': observer('coingecko'),
  'defillama-stablecoins': observer('coingecko'),
  dexscreener: observer('dexscreener'),
  'cisa-kev': publisher('cisa'),
  'cisa-kev-github': publisher('cisa'),
  epss: publisher('first'),
  nvd: publisher('nvd'),
  osv: relay('osv'),
  eurostat: publisher('eurostat'),
  'world-bank': relay('world-bank'),
  fred: relay('fred'),
  'energy-charts': relay('day-ahead-auction'),
  'awattar-de': relay('day-ahead-auction'),
  'awattar-at': relay('day-ahead-auction'),
  elering: relay('day-ahead-auction'),
}

/** `rpc:eip155:1` and `index:eip155:1` are two readings of one chain, `eip155:1`. */
const chainStamp = /^(?:rpc:|index:)?(eip155:\d+)$/

/** The standing of a stamp's source. A chain publishes its own state; anything else that is not in the catalog only observes. */
export function standingOf(id: string): SourceReliability {
  if (Object.hasOwn(standings, id)) return standings[id as SourceId]
  const network = chainStamp.exec(id)?.[1]
  return network === undefined ? observer(id) : publisher(network)
}
