import type { Verified, Claimed } from './call-states.ts'
import { claimAuthorization } from './claim-authorization.ts'
import type { ClaimParts } from './claim-terms.ts'
import { claimTransfer } from './claim-transfer.ts'
import type { Known, Next } from './step.ts'
import type { Refused } from '../outcome.ts'

/** Makes the payment this call's own, durably and before any work. */
export function claim(call: Verified, parts: ClaimParts): Promise<Next<Claimed> | Known | Refused> {
  const { proof } = call
  return proof.kind === 'authorization' ? claimAuthorization(call, proof, parts) : claimTransfer(call, proof, parts)
}
