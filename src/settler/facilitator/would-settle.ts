import type { Authorization, Network } from '../../chain/chain.ts'
import { hasPassed, type Clock } from '../../shared/clock.ts'
import type { Facilitator } from './facilitator.ts'

/** Asks before the work: null, or why the facilitator would not settle. Null also where it does not answer. */
export type WouldSettle = (network: Network, authorization: Authorization) => Promise<string | null>

/** Questions in a row without an answer, and the milliseconds in which nothing is asked then. After that, one question at a time is tried. */
const maxSilences = 3
const restMs = 30_000

export function createWouldSettle({ facilitator, clock }: { readonly facilitator: Facilitator; readonly clock: Clock }): WouldSettle {
  let silences = 0
  let silentAt = 0
  return async (network, authorization) => {
    if (silences >= maxSilences) {
      if (!hasPassed(silentAt, restMs, clock.now())) return null
      silentAt = clock.now()
    }
    const verdict = await facilitator.verify({ network, authorization })
    if (verdict.kind === 'unknown') {
      silences += 1
      silentAt = clock.now()
      return null
    }
    silences = 0
    return verdict.kind === 'invalid' ? verdict.reason : null
  }
}
