import { recommend, type Recommendation } from '../../../src/goods/kit/answers.ts'
import type { Sign } from './conduct/conduct.ts'
import type { SanctionsStatus } from './sanctions/sanctions-status.ts'
import type { Sighting } from './sighting.ts'

/** What every score of an address knows besides its points. */
export interface Grounds {
  readonly blocked: boolean
  readonly sanctions: SanctionsStatus
  readonly sighting: Sighting
  /** Null where that is not known. */
  readonly mixer: boolean | null
  readonly fraud: readonly Sign[]
  /** From 0 to 1. */
  readonly observedShare: number
}

/** With less of an address than this, nothing is recommended. */
const minObservedShare = 0.5

/** What speaks against an address, or that too little is known of it; null where neither is so. */
export function recommendAgainst({ blocked, sanctions, sighting, mixer, fraud, observedShare }: Grounds): Recommendation | null {
  if (blocked) return recommend('do_not_deal', 'This address is on a sanctions list, or the issuer of USDC has blacklisted it.')
  const [sign] = fraud
  if (sign) return recommend('do_not_deal', `This address shows a sign of fraud: it ${sign.detail}.`)
  if (sighting === 'never_seen') {
    return recommend('unknown', 'This address was never seen on the networks that were read, so nothing is known about it.')
  }
  if (mixer === true)
    return recommend('check_first', 'This address moved USDC to or from a mixer. Find out first where its money comes from.')
  if (sighting === 'unknown' || observedShare < minObservedShare) {
    return recommend('unknown', 'Too little could be read about this address to recommend anything.')
  }
  if (sanctions === 'unknown') {
    return recommend('check_first', 'Not every check for sanctions answered. Ask again before you deal with this address.')
  }
  return null
}

/** By how much the confidence of an answer about an address is lowered, from 0 to 1: nothing is known of one that was never seen. */
export function knownShare({ sighting, observedShare }: Pick<Grounds, 'sighting' | 'observedShare'>): number {
  return sighting === 'seen' ? observedShare : 0
}
