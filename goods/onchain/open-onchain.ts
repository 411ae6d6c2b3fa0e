import type { Hex } from '../../src/goods/kit/evm.ts'
import type { LabelledAddress } from '../../src/goods/kit/known-addresses.ts'
import type { LineParts } from '../../src/goods/kit/parts.ts'
import type { BooksPort, TrustPort } from '../../src/goods/kit/ports.ts'
import { openIndexes } from './indexes/open-indexes.ts'
import { openLabels } from './labels/open-labels.ts'
import type { OnchainSources } from './onchain-sources.ts'
import type { OnchainSettings } from './settings.ts'
import { createSellableCheck } from './token-analysis/check-sellable.ts'
import { createTokenReports } from './token-analysis/token-reports.ts'
import { isBlacklistedPayee } from './trust/blacklisted-payee.ts'
import type { ScoreBriefly } from './trust/brief-score.ts'
import { createConfirmedOperators } from './trust/confirmed-operators.ts'
import type { TrustParts } from './trust/observe-address.ts'
import type { WalletScoreParts } from './wallet-score/wallet-score.ts'
import type { WhaleAlertParts } from './whale-alerts/whale-alerts.ts'

/** What this line takes of the world of a sandbox. */
export interface OnchainWorld {
  /** The labels of its inhabitants. */
  readonly labels?: readonly LabelledAddress[]
  /** The path of a file as CONFIRMED_OPERATORS_FILE names one. */
  readonly confirmedOperators?: string
}

export interface OpenOnchainParts extends Pick<LineParts, 'chains' | 'stores' | 'simulated' | 'clock' | 'timers' | 'log' | 'metrics'> {
  readonly settings: OnchainSettings
  readonly sources: OnchainSources
  /** Null on other chains than we are paid on: nobody is paid there at our address, and play money proves nothing about a payer. */
  readonly books: BooksPort | null
  /** Null where the chains are the real ones. */
  readonly world: OnchainWorld | null
}

/** What the offers of this line share. */
export function openOnchain({ settings, sources, books, world, ...parts }: OpenOnchainParts) {
  const { chains, clock, timers, log } = parts
  const indexes = openIndexes(settings, books, parts)
  const confirmed = createConfirmedOperators({
    path: settings.confirmedOperatorsFile ?? world?.confirmedOperators ?? null,
    clock,
    log,
  })
  const payTo = books && (books.payTo.toLowerCase() as Hex)
  const labels = openLabels({ settings, payTo: books?.payTo ?? null, inhabitants: world?.labels ?? [] })
  const tokens = createTokenReports({ timers, sources })
  const isSellable = createSellableCheck(tokens)
  const trust: TrustParts = {
    indexes,
    sources,
    timers,
    paymentsOf: async (payer) => books?.payerHistory(payer) ?? { ended: 0, settled: 0 },
    confirmationOf: (address) => confirmed.of(address),
    isSellable,
    payTo,
  }
  return {
    indexes,
    trust,
    tokens,
    wallets: { timers, labels, isSellable, sources } satisfies WalletScoreParts,
    whales: { indexes, labels, sources } satisfies WhaleAlertParts,
    jobs: [
      ...indexes.jobs.map((job) => ({ ...job, for: 'store' as const })),
      { name: 'confirmed-operators', everyMs: 15_000, for: 'each' as const, run: async () => confirmed.refresh() },
    ],
    trustPort: (score: ScoreBriefly): TrustPort => ({
      score: (address) => score(address, { chains, clock }),
      isBlacklisted: isBlacklistedPayee,
    }),
  }
}
