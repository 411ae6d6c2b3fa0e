import { Problem } from '../../../src/goods/door.ts'
import type { Hex } from '../../../src/goods/kit/evm.ts'
import type { OfferContext } from '../../../src/goods/kit/parts.ts'
import type { BriefScore } from '../../../src/goods/kit/ports.ts'
import { trustStamps } from './trust-answer.ts'
import { missingFromTrust, type TrustReports } from './trust-reports.ts'

/** The score of an address (lower case); null while no network answers. */
export type ScoreBriefly = (address: Hex, context: Pick<OfferContext, 'chains' | 'clock'>) => Promise<BriefScore | null>

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
