import type { BuiltInLine } from './goods/built-in-lines.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { DiscoverySettings } from '../products/agent/describe-catalog.ts'
import { discovery } from '../products/agent/discovery.ts'
import { tokenAnalysis } from '../products/crypto/token-analysis/token-analysis.ts'
import type { TokenReports } from '../products/crypto/token-analysis/token-reports.ts'
import { walletScore, type WalletScoreParts } from '../products/crypto/wallet-score/wallet-score.ts'
import { whaleAlerts, type WhaleAlertParts } from '../products/crypto/whale-alerts/whale-alerts.ts'
import { datasets } from '../products/data/datasets.ts'
import { trustOffers } from '../products/trust/trust-offers.ts'

/** What the products need to know besides their context. */
export interface ProductSettings {
  readonly discovery: DiscoverySettings
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
  { line: null, offer: datasets },
  // A daily quota, then a price
  { line: 'onchain', offer: trust.score },
  { line: 'onchain', offer: trust.tier },
  { line: 'onchain', offer: trust.verify },
  // A price for every call
  { line: 'onchain', offer: trust.batch },
  { line: 'onchain', offer: trust.deep },
  { line: 'onchain', offer: trust.deepBatch },
  { line: 'onchain', offer: whaleAlerts(settings.whales ?? null, settings.lists) },
  { line: 'onchain', offer: walletScore(settings.wallets ?? null, settings.lists) },
  { line: 'onchain', offer: tokenAnalysis(settings.tokens ?? null) },
]
