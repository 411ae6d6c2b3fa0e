import type { SanctionsStatus } from '../../addresses/sanctions/sanctions-status.ts'
import type { OfferContext } from '../../offers/offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Recommendation } from '../../shared/recommendation.ts'
import { Problem } from '../../shared/problems.ts'
import type { SourceStamp } from '../../sources/policy/source.ts'
import { trustStamps } from './trust-answer.ts'
import { missingFromTrust, type TrustReports } from './trust-reports.ts'

/** A trust score in brief, for offers of other lines that speak of an address. */
export interface BriefScore {
  readonly score: number
  readonly tier: string
  readonly blocked: boolean
  readonly sanctions: SanctionsStatus
  /** In USDC base units; null is without limit. */
  readonly maxPerTransaction: bigint | null
  readonly observedShare: number
  readonly recommendation: Recommendation
  readonly missing: readonly string[]
  readonly stamps: readonly SourceStamp[]
}

/** The score of an address (lower case); null while no network answers. */
export type ScoreBriefly = (address: Hex, context: Pick<OfferContext, 'chains' | 'sources' | 'clock'>) => Promise<BriefScore | null>

export function createBriefScores(reports: TrustReports | null): ScoreBriefly {
  return async (address, context) => {
    if (reports === null || context.chains.size === 0) return null
    const reported = await reports.of(address, context).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    })
    if (reported === null) return null
    const { score, tier, blocked, sanctions, limits, observedShare, recommendation } = reported.report.score
    const missing = missingFromTrust(reported.report.observed)
    const stamps = trustStamps([reported], context.chains)
    return { score, tier, blocked, sanctions, maxPerTransaction: limits.perTransaction, observedShare, recommendation, missing, stamps }
  }
}
