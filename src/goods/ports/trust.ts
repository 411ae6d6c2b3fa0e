import type { Chain } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Recommendation } from '../../shared/recommendation.ts'
import type { SourceStamp } from '../../sources/policy/source.ts'

/** A trust score in brief. */
export interface BriefScore {
  readonly score: number
  readonly tier: string
  readonly blocked: boolean
  readonly sanctions: 'clean' | 'listed' | 'unknown'
  /** USDC base units to entrust the address with at most; null is without limit. */
  readonly maxPerTransaction: bigint | null
  readonly observedShare: number
  readonly recommendation: Recommendation
  readonly missing: readonly string[]
  readonly stamps: readonly SourceStamp[]
}

/** The port `trust`: what is known of an address on chain. */
export interface TrustPort {
  /** The score of an address (lower case); null while no network answers. */
  score(address: Hex): Promise<BriefScore | null>
  /** Whether the issuer of USDC has blacklisted an address on one of these networks; null where a node does not say. */
  isBlacklisted(address: Hex, chains: readonly Chain[], signal: AbortSignal): Promise<boolean | null>
}
