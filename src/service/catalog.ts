import type { BuiltInLine } from './goods/built-in-lines.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { DiscoverySettings } from '../products/agent/describe-catalog.ts'
import { discovery } from '../products/agent/discovery.ts'
import { tokenAnalysis } from '../products/crypto/token-analysis/token-analysis.ts'
import type { TokenReports } from '../products/crypto/token-analysis/token-reports.ts'
import { walletScore, type WalletScoreParts } from '../products/crypto/wallet-score/wallet-score.ts'
import { whaleAlerts, type WhaleAlertParts } from '../products/crypto/whale-alerts/whale-alerts.ts'
import { datasets } from '../products/data/datasets.ts'
import { check402 } from '../products/readiness/check-402/check-402.ts'
import { agentReadiness } from '../products/readiness/scan/agent-readiness.ts'
import type { TrustParts } from '../products/trust/observe-address.ts'
import { isBlacklistedPayee } from '../products/trust/blacklisted-payee.ts'
import { trustOffers } from '../products/trust/trust-offers.ts'

/** What the products need to know besides their context. */
export interface ProductSettings {
  readonly discovery: DiscoverySettings
  /** Absent where offers are only described, and none is called. */
  readonly trust?: TrustParts
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
const lineOffers = (settings: ProductSettings, trust = trustOffers(settings.trust ?? null, settings.lists)): readonly BuiltInOffer[] => [
  // Free
  { line: null, offer: discovery(settings.discovery) },
  { line: null, offer: datasets },
  {
    line: 'readiness',
    offer: check402(settings.trust ? { score: trust.scoreBriefly, isBlacklisted: isBlacklistedPayee } : null, settings.lists),
  },
  // A daily quota, then a price
  { line: 'onchain', offer: trust.score },
  { line: 'onchain', offer: trust.tier },
  { line: 'onchain', offer: trust.verify },
  // A price for every call
  { line: 'readiness', offer: agentReadiness },
  { line: 'onchain', offer: trust.batch },
  { line: 'onchain', offer: trust.deep },
  { line: 'onchain', offer: trust.deepBatch },
  { line: 'onchain', offer: whaleAlerts(settings.whales ?? null, settings.lists) },
  { line: 'onchain', offer: walletScore(settings.wallets ?? null, settings.lists) },
  { line: 'onchain', offer: tokenAnalysis(settings.tokens ?? null) },
]
