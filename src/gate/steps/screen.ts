import type { Hex } from '../../shared/bytes.ts'
import type { PayerScreening } from '../payer-screening.ts'
import type { CallParts } from './call-parts.ts'
import type { Verified } from './call-states.ts'
import { next, type Next } from './step.ts'
import { refused, type Refused } from '../outcome.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'

/** Nobody is refused by guesswork: without an answer the payment waits, and the same one may come again. */
const retryAfter = 30

/** Where the operator asks for it, a payer who is sanctioned is refused before anything is claimed. */
export async function screen(
  call: Verified,
  { screenPayer, refusalLimit }: Pick<CallParts, 'screenPayer' | 'refusalLimit'>,
): Promise<Next<Verified> | Refused> {
  if (!screenPayer) return next(call)
  const { proof, offerCall } = call
  const network = proof.kind === 'authorization' ? proof.credential.proof.network : proof.claim.network
  const payers = proof.kind === 'authorization' ? [proof.authorization.from] : proof.candidates.map(({ transfer }) => transfer.from)
  for (const payer of new Set(payers)) {
    const screening = await screenPayer(payer, network)
    if (screening.verdict === 'clear') continue
    // Finding out took questions to the chain.
    refusalLimit.take(offerCall.client)
    return refused(refusalOfPayer(payer, screening))
  }
  return next(call)
}

function refusalOfPayer(payer: Hex, screening: Exclude<PayerScreening, { readonly verdict: 'clear' }>): Refusal {
  if (screening.verdict === 'sanctioned') {
    return refusalOf('payer_sanctioned', `${payer} is named by ${screening.by}. This service takes no payment from it.`)
  }
  return refusalOf('screening_unavailable', 'The payer cannot be compared with the lists of sanctions at this moment.', { retryAfter })
}
