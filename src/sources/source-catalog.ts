import {
  awattarAtBaseUrl,
  awattarAtTerms,
  awattarDeBaseUrl,
  awattarDeTerms,
  createAwattarAt,
  createAwattarDe,
} from './adapters/energy/awattar.ts'
import { chainlinkBaseUrl, chainlinkTerms, createChainlink } from './adapters/markets/chainlink.ts'
import { createUniswapV3, uniswapV3BaseUrl, uniswapV3Terms } from './adapters/markets/uniswap-v3.ts'
import type { ChainPriceReader } from './coins/chain-price-reader.ts'
import type { PoolCandleReader } from './coins/pool-candle-reader.ts'
import { binanceBaseUrl, binanceTerms, createBinance } from './adapters/markets/binance.ts'
import { bitstampBaseUrl, bitstampTerms, createBitstamp } from './adapters/markets/bitstamp.ts'
import { bitvavoBaseUrl, bitvavoTerms, createBitvavo } from './adapters/markets/bitvavo.ts'
import {
  cisaKevBaseUrl,
  cisaKevGithubBaseUrl,
  cisaKevGithubTerms,
  cisaKevTerms,
  createCisaKev,
  createCisaKevGithub,
} from './adapters/vulnerabilities/cisa-kev.ts'
import { coinbaseSpotBaseUrl, coinbaseSpotTerms, createCoinbaseSpot } from './adapters/markets/coinbase-spot.ts'
import { coinbaseBaseUrl, coinbaseTerms, createCoinbase } from './adapters/markets/coinbase.ts'
import { coingeckoBaseUrl, coingeckoTerms, createCoinGecko } from './adapters/markets/coingecko.ts'
import { coinpaprikaBaseUrl, coinpaprikaTerms, createCoinPaprika } from './adapters/markets/coinpaprika.ts'
import type { Source, SourceParts } from './policy/create-source.ts'
import { createDefillamaCoins, defillamaCoinsBaseUrl, defillamaCoinsTerms } from './adapters/markets/defillama-coins.ts'
import {
  createDefillamaStablecoins,
  defillamaStablecoinsBaseUrl,
  defillamaStablecoinsTerms,
} from './adapters/markets/defillama-stablecoins.ts'
import { createDexscreener, dexscreenerBaseUrl, dexscreenerTerms } from './adapters/markets/dexscreener.ts'
import { createEcbData, ecbDataBaseUrl, ecbDataTerms } from './adapters/statistics/ecb-data.ts'
import { createEcb, ecbBaseUrl, ecbTerms } from './adapters/statistics/ecb.ts'
import { createElering, eleringBaseUrl, eleringTerms } from './adapters/energy/elering.ts'
import { createEnergyCharts, energyChartsBaseUrl, energyChartsTerms } from './adapters/energy/energy-charts.ts'
import { createEpss, epssBaseUrl, epssTerms } from './adapters/vulnerabilities/epss.ts'
import { createEurostat, eurostatBaseUrl, eurostatTerms } from './adapters/statistics/eurostat.ts'
import { createFrankfurter, frankfurterBaseUrl, frankfurterTerms } from './adapters/statistics/frankfurter.ts'
import { createFred, fredBaseUrl, fredTerms } from './adapters/statistics/fred.ts'
import { createKraken, krakenBaseUrl, krakenTerms } from './adapters/markets/kraken.ts'
import { createNvd, nvdBaseUrl, nvdTerms } from './adapters/vulnerabilities/nvd.ts'
import { createOsv, osvBaseUrl, osvTerms } from './adapters/vulnerabilities/osv.ts'
import type { SourceTerms } from './policy/source.ts'
import { createVatcomply, vatcomplyBaseUrl, vatcomplyTerms } from './adapters/statistics/vatcomply.ts'
import { createWorldBank, worldBankBaseUrl, worldBankTerms } from './adapters/statistics/world-bank.ts'

/** What some sources know this client by. Most of them also work without. */
export interface SourceKeys {
  readonly coingeckoDemo?: string | undefined
  readonly nvd?: string | undefined
  readonly fred?: string | undefined
}

/** What an adapter is made from. */
export interface AdapterSettings {
  readonly baseUrl: string
  readonly enabled: boolean
  readonly keys: SourceKeys
  /** Null where no network of the service is read for prices. */
  readonly chainPrices: ChainPriceReader | null
  /** Null where no pools are indexed. */
  readonly poolCandles: PoolCandleReader | null
}

interface AdapterDeclaration {
  readonly terms: SourceTerms
  /** The public address. */
  readonly baseUrl: string
  create(settings: AdapterSettings, parts: SourceParts): { readonly source: Source }
}

/** Every source by its id, as settings name it. To add one: a line here, and one in the sandbox's `stand-ins.ts`, unless it is read on chain. */
export const sourceCatalog = {
  ecb: { terms: ecbTerms, baseUrl: ecbBaseUrl, create: createEcb },
  chainlink: { terms: chainlinkTerms, baseUrl: chainlinkBaseUrl, create: createChainlink },
  'uniswap-v3': { terms: uniswapV3Terms, baseUrl: uniswapV3BaseUrl, create: createUniswapV3 },
  coingecko: { terms: coingeckoTerms, baseUrl: coingeckoBaseUrl, create: createCoinGecko },
  coinbase: { terms: coinbaseTerms, baseUrl: coinbaseBaseUrl, create: createCoinbase },
  'coinbase-spot': { terms: coinbaseSpotTerms, baseUrl: coinbaseSpotBaseUrl, create: createCoinbaseSpot },
  kraken: { terms: krakenTerms, baseUrl: krakenBaseUrl, create: createKraken },
  bitstamp: { terms: bitstampTerms, baseUrl: bitstampBaseUrl, create: createBitstamp },
  bitvavo: { terms: bitvavoTerms, baseUrl: bitvavoBaseUrl, create: createBitvavo },
  binance: { terms: binanceTerms, baseUrl: binanceBaseUrl, create: createBinance },
  coinpaprika: { terms: coinpaprikaTerms, baseUrl: coinpaprikaBaseUrl, create: createCoinPaprika },
  'defillama-coins': { terms: defillamaCoinsTerms, baseUrl: defillamaCoinsBaseUrl, create: createDefillamaCoins },
  'defillama-stablecoins': {
    terms: defillamaStablecoinsTerms,
    baseUrl: defillamaStablecoinsBaseUrl,
    create: createDefillamaStablecoins,
  },
  dexscreener: { terms: dexscreenerTerms, baseUrl: dexscreenerBaseUrl, create: createDexscreener },
  'cisa-kev': { terms: cisaKevTerms, baseUrl: cisaKevBaseUrl, create: createCisaKev },
  'cisa-kev-github': { terms: cisaKevGithubTerms, baseUrl: cisaKevGithubBaseUrl, create: createCisaKevGithub },
  epss: { terms: epssTerms, baseUrl: epssBaseUrl, create: createEpss },
  nvd: { terms: nvdTerms, baseUrl: nvdBaseUrl, create: createNvd },
  osv: { terms: osvTerms, baseUrl: osvBaseUrl, create: createOsv },
  'ecb-data': { terms: ecbDataTerms, baseUrl: ecbDataBaseUrl, create: createEcbData },
  frankfurter: { terms: frankfurterTerms, baseUrl: frankfurterBaseUrl, create: createFrankfurter },
  vatcomply: { terms: vatcomplyTerms, baseUrl: vatcomplyBaseUrl, create: createVatcomply },
  eurostat: { terms: eurostatTerms, baseUrl: eurostatBaseUrl, create: createEurostat },
  'world-bank': { terms: worldBankTerms, baseUrl: worldBankBaseUrl, create: createWorldBank },
  fred: { terms: fredTerms, baseUrl: fredBaseUrl, create: createFred },
  'energy-charts': { terms: energyChartsTerms, baseUrl: energyChartsBaseUrl, create: createEnergyCharts },
  'awattar-de': { terms: awattarDeTerms, baseUrl: awattarDeBaseUrl, create: createAwattarDe },
  'awattar-at': { terms: awattarAtTerms, baseUrl: awattarAtBaseUrl, create: createAwattarAt },
  elering: { terms: eleringTerms, baseUrl: eleringBaseUrl, create: createElering },
} as const satisfies Record<string, AdapterDeclaration>

export type SourceId = keyof typeof sourceCatalog

/** Sources that are read from contracts. */
export type ChainSourceId = 'chainlink' | 'uniswap-v3'
/** Sources that are asked over HTTP. */
export type UpstreamId = Exclude<SourceId, ChainSourceId>

export const sourceIds = Object.keys(sourceCatalog) as readonly SourceId[]

export const upstreamIds = sourceIds.filter(
  (id): id is UpstreamId => !('onChain' in sourceCatalog[id].terms && sourceCatalog[id].terms.onChain),
)

/** `coinbase-spot` is `coinbaseSpot` in code. */
type PropertyName<Id extends string> = Id extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<PropertyName<Rest>>}` : Id

/** Every adapter under its name in code. */
export type Adapters = {
  readonly [Id in SourceId as PropertyName<Id>]: ReturnType<(typeof sourceCatalog)[Id]['create']>
}

/** Makes every adapter, disabled ones too. */
export function createAdapters(settingsOf: (id: SourceId) => AdapterSettings, parts: SourceParts): Adapters {
  const made = sourceIds.map((id) => [propertyName(id), sourceCatalog[id].create(settingsOf(id), parts)])
  return Object.fromEntries(made) as Adapters
}

function propertyName(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
