import { createHttpClient } from '../net/http-client.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Random } from '../shared/random.ts'
import { bitstampBaseUrl, bitstampTerms, createBitstamp } from './bitstamp.ts'
import type { Bitstamp } from './bitstamp.ts'
import { bitvavoBaseUrl, bitvavoTerms, createBitvavo } from './bitvavo.ts'
import type { Bitvavo } from './bitvavo.ts'
import { coinbaseSpotBaseUrl, coinbaseSpotTerms, createCoinbaseSpot } from './coinbase-spot.ts'
import type { CoinbaseSpot } from './coinbase-spot.ts'
import { coinbaseBaseUrl, coinbaseTerms, createCoinbase } from './coinbase.ts'
import type { Coinbase } from './coinbase.ts'
import { coingeckoBaseUrl, coingeckoTerms, createCoinGecko } from './coingecko.ts'
import type { CoinGecko } from './coingecko.ts'
import { defaultLimits } from './create-source.ts'
import type { SourceLimits, SourceParts, SourceState } from './create-source.ts'
import { coinPriceUsd } from './coin-quote.ts'
import { createEcb, ecbBaseUrl, ecbTerms } from './ecb.ts'
import type { Ecb } from './ecb.ts'
import { createKraken, krakenBaseUrl, krakenTerms } from './kraken.ts'
import type { Kraken } from './kraken.ts'
import type { SourceTerms } from './source.ts'
import { wellKnownSymbols } from './symbols.ts'

/** Every adapter by name, made once in parts.ts from settings (`createSources`), handed to the products. */
export interface Sources {
  /** True when the answers come from the sandbox's stand-ins: each answer made from them says `simulated: true`. */
  readonly simulated: boolean
  readonly ecb: Ecb
  readonly coingecko: CoinGecko
  readonly coinbase: Coinbase
  readonly coinbaseSpot: CoinbaseSpot
  readonly kraken: Kraken
  readonly bitstamp: Bitstamp
  readonly bitvavo: Bitvavo
  /** USD of one coin (by ticker) in USDC base units, for estimates of our own; null where nobody enabled can say. Never rejects. */
  coinPriceUsd(ticker: string): Promise<bigint | null>
  /** Every source as it stands, switched off ones too, in a fixed order. */
  state(): readonly SourceState[]
  close(): Promise<void>
}

/** The known upstreams: their terms, and where they are. The ids are what settings name. */
export const sourceCatalogue = {
  ecb: { terms: ecbTerms, baseUrl: ecbBaseUrl },
  coingecko: { terms: coingeckoTerms, baseUrl: coingeckoBaseUrl },
  coinbase: { terms: coinbaseTerms, baseUrl: coinbaseBaseUrl },
  'coinbase-spot': { terms: coinbaseSpotTerms, baseUrl: coinbaseSpotBaseUrl },
  kraken: { terms: krakenTerms, baseUrl: krakenBaseUrl },
  bitstamp: { terms: bitstampTerms, baseUrl: bitstampBaseUrl },
  bitvavo: { terms: bitvavoTerms, baseUrl: bitvavoBaseUrl },
} as const satisfies Record<string, { terms: SourceTerms; baseUrl: string }>

export type SourceId = keyof typeof sourceCatalogue

export const sourceIds = Object.keys(sourceCatalogue) as readonly SourceId[]

export interface SourcesSettings {
  /** Other addresses than the public ones: the sandbox's stand-ins. */
  readonly baseUrls?: Partial<Record<SourceId, string>>
  /** The base addresses are stand-ins, so no terms of resale apply and every answer says that it is simulated. */
  readonly simulated: boolean
  /** Sources whose terms need a contract for resale, and whose contract the operator has. */
  readonly accepted: ReadonlySet<string> | 'all'
  readonly disabled: ReadonlySet<string>
  readonly keys: { readonly coingeckoDemo?: string | undefined }
  /** Where upstreams read about who asks. */
  readonly contactUrl?: string | undefined
  readonly limits?: Partial<SourceLimits>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}

/** Whether a source may be used at all under these settings. */
function isEnabled(terms: SourceTerms, settings: Pick<SourcesSettings, 'simulated' | 'accepted' | 'disabled'>): boolean {
  if (settings.disabled.has(terms.id)) return false
  if (settings.simulated || terms.resale === 'open') return true
  return terms.resale === 'contract' && (settings.accepted === 'all' || settings.accepted.has(terms.id))
}

export function createSources(settings: SourcesSettings): Sources {
  const { clock, timers, random, log, metrics, simulated } = settings
  const http = createHttpClient({ contactUrl: settings.contactUrl }, { clock, timers })
  const parts: SourceParts = { http, clock, timers, random, log, metrics, simulated, limits: { ...defaultLimits, ...settings.limits } }
  const declared = (id: SourceId) => ({
    baseUrl: (settings.baseUrls?.[id] ?? sourceCatalogue[id].baseUrl).replace(/\/+$/, ''),
    // Without a stand-in there is nothing to simulate with, and the real source may not pass for one.
    enabled: isEnabled(sourceCatalogue[id].terms, settings) && (!simulated || settings.baseUrls?.[id] !== undefined),
  })
  const { coingeckoDemo } = settings.keys

  const adapters = {
    ecb: createEcb(declared('ecb'), parts),
    coingecko: createCoinGecko(
      {
        ...declared('coingecko'),
        wellKnown: wellKnownSymbols.map((row) => row.coingecko),
        ...(coingeckoDemo === undefined ? {} : { demoKey: coingeckoDemo }),
      },
      parts,
    ),
    coinbase: createCoinbase(declared('coinbase'), parts),
    coinbaseSpot: createCoinbaseSpot(declared('coinbase-spot'), parts),
    kraken: createKraken(declared('kraken'), parts),
    bitstamp: createBitstamp(declared('bitstamp'), parts),
    bitvavo: createBitvavo(declared('bitvavo'), parts),
  }

  return {
    ...adapters,
    simulated,
    coinPriceUsd: (ticker) => coinPriceUsd(adapters, ticker),
    state: () => Object.values(adapters).map((adapter) => adapter.source.state()),
    close: () => http.close(),
  }
}
