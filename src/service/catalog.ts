import type { AnyOffer } from '../offers/offer.ts'
import type { DiscoverySettings } from '../products/agent/describe-catalog.ts'
import { discovery } from '../products/agent/discovery.ts'
import { companyProfile } from '../products/company/profile.ts'
import { companySearch } from '../products/company/search.ts'
import { companySignals } from '../products/company/signals.ts'
import { companyVerify } from '../products/company/verify.ts'
import { tokenAnalysis } from '../products/crypto/token-analysis/token-analysis.ts'
import { walletScore, type WalletScoreParts } from '../products/crypto/wallet-score/wallet-score.ts'
import { whaleAlerts, type WhaleAlertParts } from '../products/crypto/whale-alerts/whale-alerts.ts'
import { datasets } from '../products/data/datasets.ts'
import { energy } from '../products/data/energy.ts'
import { fx } from '../products/data/fx.ts'
import { macro } from '../products/data/macro.ts'
import { risk } from '../products/data/risk.ts'
import { security } from '../products/data/security.ts'
import { stablecoins } from '../products/data/stablecoins.ts'
import { marketOhlcv } from '../products/market/ohlcv.ts'
import { marketPrice } from '../products/market/price.ts'
import { cryptoPrices } from '../products/market/prices.ts'
import { marketRates } from '../products/market/rates.ts'
import { marketTrending } from '../products/market/trending.ts'
import { offramp } from '../products/offramp/estimate.ts'
import type { OfframpFees } from '../products/offramp/quote.ts'
import type { TrustParts } from '../products/trust/observe-address.ts'
import { trustOffers } from '../products/trust/trust-offers.ts'
import type { Timers } from '../shared/clock.ts'

/** What the products need to know besides their context. */
export interface ProductSettings {
  readonly discovery: DiscoverySettings
  readonly settlementFees: OfframpFees
  /** Absent where offers are only described, and none is called. */
  readonly trust?: TrustParts
  readonly whales?: WhaleAlertParts
  readonly wallets?: WalletScoreParts
  readonly tokens?: { readonly timers: Timers }
}

/** Everything for sale, in the order of all documents: free ones first. To sell something more, add one line. */
export const productLines = (settings: ProductSettings, trust = trustOffers(settings.trust ?? null)): readonly AnyOffer[] => [
  // Free
  discovery(settings.discovery),
  marketRates,
  datasets,
  // A daily quota, then a price
  trust.score,
  trust.tier,
  trust.verify,
  ...offramp({ fees: settings.settlementFees }),
  // A price for every call
  marketPrice,
  marketOhlcv,
  marketTrending,
  cryptoPrices,
  fx,
  energy,
  macro,
  stablecoins(),
  security,
  risk,
  companySearch,
  companyProfile,
  companySignals,
  companyVerify,
  trust.batch,
  trust.deep,
  trust.deepBatch,
  whaleAlerts(settings.whales ?? null),
  walletScore(settings.wallets ?? null),
  tokenAnalysis(settings.tokens?.timers ?? null),
]
