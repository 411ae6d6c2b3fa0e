import { Problem } from '../../shared/problems.ts'
import type { PaymentProtocol, ReceiptFacts } from '../wire/protocol.ts'
import { decodePaymentSignature } from './decode-payment.ts'
import { failedResponse, pendingResponse, settledResponse, unchargedResponse } from './settlement-response.ts'

const header = 'PAYMENT-SIGNATURE'

/** x402 version 2, scheme `exact` with EIP-3009. */
export const x402: PaymentProtocol = {
  name: 'x402',

  credentialHeaders: (headers) => (headers.get(header) === null ? [] : [header]),

  readCredential(headers) {
    const value = headers.get(header)
    if (value === null) return { kind: 'none' }
    if (value.includes(',')) {
      return {
        kind: 'problem',
        problem: new Problem('several_payments', `${header} came more than once; send it once.`, { field: header }),
      }
    }
    const decoded = decodePaymentSignature(value)
    if (!decoded.ok) return { kind: 'problem', problem: decoded.problem }
    return { kind: 'credential', credential: { kind: 'x402', hash: decoded.credential.hash, credential: decoded.credential } }
  },
}

/** The value of PAYMENT-RESPONSE for the present state of a payment. */
export function paymentResponse(facts: ReceiptFacts): string {
  if (facts.kind === 'settled') return settledResponse(facts)
  if (facts.kind === 'uncharged') return unchargedResponse(facts)
  if (facts.kind === 'pending') return pendingResponse(facts)
  return failedResponse(facts)
}
