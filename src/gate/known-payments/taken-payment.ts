import type { Ledger } from '../../ledger/ledger.ts'
import { isCreditOfOrder } from '../../ledger/payments/payment-states.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'

/**
 * Whether the same bytes brought this payment before. Released payments and transfers that wait may still buy a call, so they do not count;
 * and a payment that comes in other bytes has to be verified first.
 */
export function isSameCredential(payment: Payment, received: ReceivedCredential): boolean {
  const waits = payment.state === 'released' || (payment.state === 'credit' && !isCreditOfOrder(payment))
  return payment.credentialHash === received.hash && !waits
}

/** Whether an authorization has bought a call, or is buying one. A released one may still buy a call. */
export function isTaken(payment: Payment | undefined | null): payment is Payment {
  return payment !== undefined && payment !== null && payment.state !== 'released'
}

/**
 * `taken` of the payment that holds this authorization by now, which a concurrent call may have made: it is answered whatever is
 * wrong now. Otherwise `otherwise`.
 */
export async function unlessTaken<Taken, Otherwise>(
  ledger: Pick<Ledger, 'hotByIdentity'>,
  identity: string,
  taken: (payment: Payment) => Taken,
  otherwise: Otherwise,
): Promise<Taken | Otherwise> {
  const payment = await ledger.hotByIdentity(identity)
  return isTaken(payment) ? taken(payment) : otherwise
}
