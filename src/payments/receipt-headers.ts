import { encodeMppReceipt } from './mpp/receipt.ts'
import type { CredentialReading, ReceiptFacts } from './wire/protocol.ts'
import { v1PaymentResponse } from './x402-v1/payment-response.ts'
import { paymentResponse } from './x402/x402.ts'

/** Our record of the payment. */
export interface ReceiptRecord {
  readonly id: string
  /** Milliseconds since the epoch: the last thing that happened to it. */
  readonly at: number
}

/** The receipt headers of a payment, in the protocol of the credential that came. MPP has receipts for successes only. */
export function receiptHeaders(facts: ReceiptFacts, { id, at }: ReceiptRecord, reading: CredentialReading): Record<string, string> {
  const received = reading.kind === 'credential' ? reading.credential : null
  if (received?.kind !== 'mpp') return x402ReceiptHeaders(facts, reading)
  if (facts.kind === 'failed') return {}
  const { challenge } = received.credential
  const receipt = encodeMppReceipt({
    method: challenge.method === 'evmhash' ? 'evmhash' : 'evm',
    reference: facts.kind === 'settled' ? facts.transaction : id,
    at,
    chainId: Number(facts.network.split(':')[1]),
    challengeId: challenge.id,
    pending: facts.kind === 'pending',
  })
  return { 'Payment-Receipt': receipt }
}

/** The same of a payment without a record, which x402 has headers for even where nothing was paid. */
export function x402ReceiptHeaders(facts: ReceiptFacts, reading: CredentialReading): Record<string, string> {
  const received = reading.kind === 'credential' ? reading.credential : null
  const response = { 'PAYMENT-RESPONSE': paymentResponse(facts) }
  const old = received?.kind === 'transaction-hash' || (received?.kind === 'x402' && received.credential.protocol === 'x402-v1')
  return old ? { ...response, 'X-PAYMENT-RESPONSE': v1PaymentResponse(facts) } : response
}
