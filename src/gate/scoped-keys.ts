import { scopedKey } from '../ledger/identity.ts'
import type { ReceivedCredential } from '../payments/received-credential.ts'
import type { Question } from './question.ts'

/** The caller's idempotency keys, scoped to the payer: its Idempotency-Key and the payment-identifier of its credential. */
export function scopedKeys(question: Question, received: ReceivedCredential, payer: string): string[] {
  const identifier = received.kind === 'x402' ? received.credential.paymentIdentifier : null
  const keys: string[] = []
  if (question.idempotencyKey !== null) keys.push(scopedKey(payer, 'idempotency-key', question.idempotencyKey))
  if (identifier !== null) keys.push(scopedKey(payer, 'payment-identifier', identifier))
  return keys
}
