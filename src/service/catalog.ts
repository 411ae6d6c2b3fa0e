import type { BuiltInLine } from './goods/built-in-lines.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { DiscoverySettings } from '../products/agent/describe-catalog.ts'
import { discovery } from '../products/agent/discovery.ts'
import { tokenAnalysis } from '../../goods/onchain/token-analysis/token-analysis.ts'
import type { TokenReports } from '../../goods/onchain/token-analysis/token-reports.ts'
import { walletScore, type WalletScoreParts } from '../../goods/onchain/wallet-score/wallet-score.ts'
import { whaleAlerts, type WhaleAlertParts } from '../../goods/onchain/whale-alerts/whale-alerts.ts'
import { datasets } from '../products/data/datasets.ts'
import { energy } from '../products/data/energy.ts'
import { fx } from '../products/data/fx.ts'
import { macro } from '../products/data/macro.ts'
import { securityBatch } from '../products/data/security-batch.ts'
import { security } from '../products/data/security.ts'
import { stablecoins } from '../products/data/stablecoins.ts'
import { marketOhlcv } from '../products/market/ohlcv.ts'
import { marketPrice } from '../products/market/price.ts'
import { cryptoPrices } from '../products/market/prices.ts'
import { marketRates } from '../products/market/rates.ts'
import { marketTrending } from '../products/market/trending.ts'
import { offramp } from '../products/offramp/estimate.ts'
import type { OfframpFees } from '../products/offramp/quote.ts'
import { trustOffers } from '../../goods/onchain/trust/trust-offers.ts'

/** What the products need to know besides their context. */
export interface ProductSettings {
  readonly discovery: DiscoverySettings
  readonly settlementFees: OfframpFees
  /** Absent where offers are only described, and none is called. */
  readonly trust?: ReturnType<typeof trustOffers>
  readonly whales?: WhaleAlertParts
  readonly wallets?: WalletScoreParts
  readonly tokens?: TokenReports
  /** Ids of the sources of the lists of sanctions; empty where no line screens. */
  readonly lists?: readonly string[]
}

/** An offer with the line that it belongs to; null for what describes the catalog itself. */
export interface BuiltInOffer {
  readonly line: BuiltInLine | null
  readonly offer: AnyOffer
}

/** The offers of the built-in lines that are sold, in the order of all documents. */
export function productLines(settings: ProductSettings, isSold: (line: BuiltInLine) => boolean): readonly BuiltInOffer[] {
  return lineOffers(settings).filter(({ line }) => line === null || isSold(line))
}

/** Everything for sale, in the order of all documents: free ones first. To sell something more, add one line. */
const lineOffers = (settings: ProductSettings, trust = settings.trust ?? trustOffers(null, settings.lists)): readonly BuiltInOffer[] => [
  // Free
  { line: null, offer: discovery(settings.discovery) },
  { line: 'market', offer: marketRates },
  { line: null, offer: datasets },
  // A daily quota, then a price
  { line: 'onchain', offer: trust.score },
  { line: 'onchain', offer: trust.tier },
  { line: 'onchain', offer: trust.verify },
  ...offramp({ fees: settings.settlementFees }).map((offer) => ({ line: 'market' as const, offer })),
  // A price for every call
  { line: 'market', offer: marketPrice },
  { line: 'market', offer: marketOhlcv },
  { line: 'market', offer: marketTrending },
  { line: 'market', offer: cryptoPrices },
  { line: 'data', offer: fx },
  { line: 'data', offer: energy },
  { line: 'data', offer: macro },
  { line: 'data', offer: stablecoins() },
  { line: 'data', offer: security },
  { line: 'data', offer: securityBatch },
  { line: 'onchain', offer: trust.batch },
  { line: 'onchain', offer: trust.deep },
  { line: 'onchain', offer: trust.deepBatch },
  { line: 'onchain', offer: whaleAlerts(settings.whales ?? null, settings.lists) },
  { line: 'onchain', offer: walletScore(settings.wallets ?? null, settings.lists) },
  { line: 'onchain', offer: tokenAnalysis(settings.tokens ?? null) },
]
