import type { Chain } from '../../../chain/chain.ts'
import type { OfferContext } from '../../../offers/offer.ts'
import type { Hex } from '../../../shared/bytes.ts'
import type { Recommendation } from '../../../shared/recommendation.ts'
import type { SourceStamp } from '../../../sources/policy/source.ts'

/** A score in brief, which another product line makes. */
export interface PayeeScore {
  readonly score: number
  readonly tier: string
  readonly blocked: boolean
  readonly sanctions: 'clean' | 'listed' | 'unknown'
  /** USDC base units to entrust the payee with at most; null is without limit. */
  readonly maxPerTransaction: bigint | null
  readonly observedShare: number
  readonly recommendation: Recommendation
  readonly missing: readonly string[]
  readonly stamps: readonly SourceStamp[]
}

/** Null while no network answers. */
export type ScorePayee = (address: Hex, context: Pick<OfferContext, 'chains' | 'sources' | 'clock'>) => Promise<PayeeScore | null>

/** What another product line knows of payees. */
export interface PayeeScores {
  readonly score: ScorePayee
  /** Whether the issuer of USDC has blacklisted the payee on one of these networks; null where a node does not say. */
  readonly isBlacklisted: (address: Hex, chains: readonly Chain[], signal: AbortSignal) => Promise<boolean | null>
}
