import { createFirstActivities } from '../addresses/account/first-activity.ts'
import { requireAnswer } from '../addresses/account/require-answer.ts'
import type { Observed } from '../addresses/observed.ts'
import { missingIn, prefixed } from '../addresses/reports/missing.ts'
import { createReportCache, type CachedReport, type Report } from '../addresses/reports/report-cache.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import type { OfferContext } from '../../../src/goods/kit/parts.ts'
import { observeWallet, type ObservedWallet, type ObserveWalletParts } from './observe-wallet.ts'
import { scoreWallet, type WalletScore } from './score-wallet.ts'

/** What was seen of a wallet, and the score of that. */
export interface WalletReport extends Report {
  readonly address: Hex
  readonly observed: ObservedWallet
  readonly score: WalletScore
}

type Context = Pick<OfferContext, 'chains' | 'clock'>

export interface WalletReports {
  /** @throws Problem `upstream_unavailable` when no network answered */
  of(address: Hex, context: Context): Promise<CachedReport<WalletReport>>
}

const maxReports = 5_000

/** What wallets are observed with. */
export type WalletReportParts = Pick<ObserveWalletParts, 'timers' | 'isSellable' | 'sources'>

export function createWalletReports(parts: WalletReportParts): WalletReports {
  const reports = createReportCache<WalletReport>(maxReports)
  const firstActivities = createFirstActivities()
  const spans = new Map<string, bigint>()

  async function report(address: Hex, { chains, clock }: Context): Promise<WalletReport> {
    const observed = await observeWallet(address, { ...parts, chains, clock, firstActivities, spans })
    requireAnswer(observed.observations)
    // What a node never gives is no reason to ask again soon.
    const partial = missingFromWallet(observed).some((one) => !one.endsWith('(history_too_short)'))
    return { address, observed, score: scoreWallet(observed.observations), observedAt: clock.now(), partial }
  }

  return { of: (address, context) => reports.get(address, context.clock, () => report(address, context)) }
}

/** What is unknown or was not read whole, each with its network where that matters and the reason. */
export function missingFromWallet({ observations: seen, networks }: ObservedWallet): string[] {
  const unknown = missingIn({
    age: seen.age,
    'sanctions.lists': seen.sanctions.lists,
    ...prefixed('transactions', seen.transactions),
    ...prefixed('sanctions.blacklist', seen.sanctions.blacklist),
    ...prefixed('sanctions.oracle', seen.sanctions.oracle),
    ...prefixed('balances.usdc', seen.usdc),
    ...prefixed('balances.native', seen.native),
    ...prefixed('history', seen.dealings),
    ...prefixed('authorizations', seen.authorizations),
    ...prefixed<Observed<unknown>>('conduct', { ...seen.conduct }),
  })
  const cut = [...networks].flatMap(([id, { history }]) => {
    const dealings = seen.dealings[id]
    if (history.state === 'unknown' || dealings?.state !== 'observed' || !dealings.value.cut) return []
    return [`history.${id} (capped_by_${history.value.cappedBy})`]
  })
  return [...unknown, ...cut]
}
