import { CatalogError, checkOffers } from './check-offers.ts'
import { createRouteMatcher } from './match-route.ts'
import type { RouteMatch } from './match-route.ts'
import type { AnyOffer, CatalogueView, OfferContext } from './offer.ts'
import type { DiscoverySettings } from './products/agent/describe-catalogue.ts'
import { discovery } from './products/agent/discovery.ts'
import { tokenAnalysis } from './products/crypto/token-analysis.ts'
import type { WalletParts } from './products/crypto/observe-wallet.ts'
import { walletScore } from './products/crypto/wallet-score.ts'
import { whaleAlerts, type WhaleParts } from './products/crypto/whale-alerts.ts'
import { dataDoors } from './products/feeds/data-doors.ts'
import { energy } from './products/feeds/energy.ts'
import { fx } from './products/feeds/fx.ts'
import { macro } from './products/feeds/macro.ts'
import { risk } from './products/feeds/risk.ts'
import { security } from './products/feeds/security.ts'
import { stablecoins } from './products/feeds/stablecoins.ts'
import { marketOhlcv } from './products/market/ohlcv.ts'
import { marketPrice } from './products/market/price.ts'
import { cryptoPrices } from './products/market/prices.ts'
import { marketRates } from './products/market/rates.ts'
import { marketTrending } from './products/market/trending.ts'
import { offramp } from './products/offramp/estimate.ts'
import type { OfframpFees } from './products/offramp/quote.ts'
import type { TrustParts } from './products/trust/observe-address.ts'
import { observeNetwork, TooLate } from './products/trust/observe-network.ts'
import { createSubjectReader, subjectText } from './products/trust/subject.ts'
import { trustOffers } from './products/trust/trust-offers.ts'

/** What the products need to know besides their context. */
export interface ProductSettings {
  readonly discovery: DiscoverySettings
  readonly settlementFees: OfframpFees
  /** Absent where offers are only described, and none is called. */
  readonly trust?: TrustParts
  readonly whales?: WhaleParts
  readonly wallets?: Pick<WalletParts, 'timers' | 'labels'>
}

/** How trust scores name and look at wallets, lent to the other line that scores them. */
const subjects = { text: subjectText, read: createSubjectReader() }
const looks = { look: observeNetwork, tooLate: () => new TooLate() }

/** Everything for sale, in the order of all documents: free ones first. To sell something more, add one line. */
export const productLines = (settings: ProductSettings, trust = trustOffers(settings.trust ?? null)): readonly AnyOffer[] => [
  // Free
  discovery(settings.discovery),
  marketRates,
  dataDoors,
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
  trust.batch,
  trust.deep,
  trust.deepBatch,
  whaleAlerts(settings.whales ?? null),
  walletScore(subjects, settings.wallets ? { ...settings.wallets, ...looks } : null),
  tokenAnalysis(subjects, settings.trust?.timers ?? null),
]

export interface Catalog extends CatalogueView {
  /** Those whose sources or engines are switched on, in the order of the list. */
  readonly offers: readonly AnyOffer[]
  byId(id: string): AnyOffer | undefined
  /** What a method and a path without query (percent-encoded, as on the wire) lead to. */
  match(method: string, path: string): RouteMatch
}

/**
 * Checks the offers and makes them findable. Disabled ones are left out of `offers` and `byId`, but keep their route.
 * @throws CatalogError naming every duplicate, price, template and example that is wrong.
 */
export function createCatalog(offers: readonly AnyOffer[], context: Pick<OfferContext, 'sources' | 'chains'>): Catalog {
  const faults = checkOffers(offers)
  if (faults.length > 0) throw new CatalogError(faults)
  const entries = offers.map((offer) => ({ offer, disabled: offer.available(context) === 'disabled' }))
  const enabled = Object.freeze(entries.filter((entry) => !entry.disabled).map((entry) => entry.offer))
  const ids = new Map(enabled.map((offer) => [offer.id, offer]))
  return { offers: enabled, byId: (id) => ids.get(id), match: createRouteMatcher(entries) }
}
