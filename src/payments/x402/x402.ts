import { carriedIn } from '../wire/header-values.ts'
import type { PaymentProtocol, ReceiptFacts } from '../wire/protocol.ts'
import { decodePaymentSignature } from './decode-payment.ts'
import { failedResponse, pendingResponse, settledResponse, unchargedResponse } from './settlement-response.ts'

const header = 'PAYMENT-SIGNATURE'

/** x402 version 2, scheme `exact` with EIP-3009. */
export const x402: PaymentProtocol = {
  name: 'x402',

  carried: (headers) => carriedIn(headers, header),

  read({ text }) {
    const decoded = decodePaymentSignature(text)
    if (!decoded.ok) return { kind: 'refused', refusal: decoded.problem }
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
