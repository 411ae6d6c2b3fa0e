import { isAdopted } from '../../ledger/reconcile/adopted.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { authorizationIdentity } from '../../ledger/payments/identity.ts'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import { notCompared } from '../../settler/hold-until-reconciled.ts'
import { isSameAuthorization } from './adopted-payment.ts'
import { claimedAuthorization, type ClaimedAuthorization } from '../verify/authorization-identity.ts'
import { networkUnavailable } from '../call-refusals.ts'
import { refusedByChain, type Refused } from '../outcome.ts'

/** Payments that are on chain, and that the ledger may have lost: it was restored, or its server failed over. */
export interface LostPayments {
  /**
   * Whether a payment may be missing on this network. `not_compared`: the ledger is being compared with it, and nothing is sold there.
   * `compared`: it was, and what is mined later may still be found.
   */
  standing(network: string): 'not_compared' | 'compared' | 'complete'
  /** When it was noticed last that the ledger has lost something while this process ran, in milliseconds since the epoch; 0 while it has not. */
  noticedAt(): number
  /**
   * Looks for an authorization that paid us in a block of the span that may have been lost, and takes it in as a credit. Outside of that span
   * it finds nothing: signatures on chain are public. `waits`: its block is not deep enough, or the node does not answer.
   */
  takeIn(authorization: ClaimedAuthorization): Promise<'taken_in' | 'none' | 'waits'>
}

export interface LostPaymentParts {
  readonly lostPayments?: LostPayments | undefined
  readonly ledger: Pick<Ledger, 'hotByIdentity'>
}

/**
 * Asked before a payment is refused that the ledger does not know: its payer may have paid, and must not be told to pay again.
 * @returns the payment, if it was lost and is a credit now; a refusal that passes, while that is not known; null where nothing was lost
 */
export async function lostPayment(
  { lostPayments, ledger }: LostPaymentParts,
  received: ReceivedCredential,
): Promise<{ readonly kind: 'known'; readonly payment: Payment } | Refused | null> {
  const claimed = claimedAuthorization(received)
  if (lostPayments === undefined || claimed === null) return null
  const standing = lostPayments.standing(claimed.network)
  if (standing === 'complete') return null
  if (standing === 'not_compared') return refusedByChain(networkUnavailable(claimed.network, notCompared))
  const found = await lostPayments.takeIn(claimed)
  if (found === 'waits') return refusedByChain(networkUnavailable(claimed.network, notCompared))
  if (found === 'none') return null
  const { network, asset, payer, nonce } = claimed
  const payment = await ledger.hotByIdentity(authorizationIdentity(network, asset, payer, nonce))
  return payment && isAdopted(payment) && isSameAuthorization(payment, received) ? { kind: 'known', payment } : null
}
