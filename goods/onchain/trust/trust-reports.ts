import { createFirstActivities } from '../addresses/account/first-activity.ts'
import { requireAnswer } from '../addresses/account/require-answer.ts'
import type { WalletHistory } from '../history/wallet-history.ts'
import type { Observed, PerNetwork } from '../addresses/observed.ts'
import { missingIn, prefixed } from '../addresses/reports/missing.ts'
import { createReportCache, type CachedReport, type Report } from '../addresses/reports/report-cache.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import type { OfferContext } from '../../../src/goods/kit/parts.ts'
import { observeAddress, type ObservedAddress, type TrustParts } from './observe-address.ts'
import { scoreTrust, type TrustScore } from './score-trust.ts'

/** What was seen of an address, and the trust score of that. */
export interface TrustReport extends Report {
  readonly address: Hex
  readonly observed: ObservedAddress
  readonly score: TrustScore
}

export type CachedTrustReport = CachedReport<TrustReport>

type Context = Pick<OfferContext, 'chains' | 'clock'>

type Histories = Promise<PerNetwork<WalletHistory>>

export interface TrustReports {
  /**
   * `histories` are its transfers where the caller reads them too.
   * @throws Problem `upstream_unavailable` when no network answered
   */
  of(address: Hex, context: Context, histories?: Histories): Promise<CachedTrustReport>
}

const maxReports = 10_000

export function createTrustReports(parts: TrustParts): TrustReports {
  const reports = createReportCache<TrustReport>(maxReports)
  const firstActivities = createFirstActivities()
  const spans = new Map<string, bigint>()

  async function report(address: Hex, { chains, clock }: Context, histories?: Histories): Promise<TrustReport> {
    const observed = await observeAddress(address, { ...parts, chains, clock, firstActivities, spans }, histories)
    requireAnswer(observed.observations)
    const partial = missingFromTrust(observed).some(isTemporary)
    return { address, observed, score: scoreTrust(observed.observations), observedAt: clock.now(), partial }
  }

  return { of: (address, context, histories) => reports.get(address, context.clock, () => report(address, context, histories)) }
}

/** The observations that are unknown, each with its network where that matters and the reason. */
export function missingFromTrust({ observations: seen }: ObservedAddress): string[] {
  const { sanctions, identity, operator } = seen
  return missingIn({
    age: seen.age,
    'sanctions.lists': sanctions.lists,
    history: seen.history,
    bond: seen.bond,
    mixer: seen.mixer,
    ...prefixed<Observed<unknown>>('conduct', { ...seen.conduct }),
    ...prefixed<Observed<unknown>>('identity', { ...identity }),
    'operator.confirmed': operator.confirmed,
    'operator.name': operator.nameMatches,
    ...prefixed('transactions', seen.transactions),
    ...prefixed('authorizations', seen.authorizations),
    ...prefixed('sanctions.blacklist', sanctions.blacklist),
    ...prefixed('sanctions.oracle', sanctions.oracle),
  })
}

/** Reasons that follow from the configuration or from what nodes keep, so that they do not pass by the next call. */
const lastingReasons = /\((?:history_too_short|registry_not_read|ethereum_not_enabled|no_archive|ens_gateway_not_asked|not_answered)\)$/

/** Whether an entry of `missingFromTrust` may be observed the next time. */
export function isTemporary(missing: string): boolean {
  return !lastingReasons.test(missing)
}
