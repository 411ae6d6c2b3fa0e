import { Problem } from '../../shared/problems.ts'
import type { PaymentProtocol } from '../protocol.ts'
import { decodePaymentSignature } from './decode-payment.ts'
import { failedResponse, settledResponse, unchargedResponse } from './settlement-response.ts'

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
    return decoded.ok ? { kind: 'credential', credential: decoded.credential } : { kind: 'problem', problem: decoded.problem }
  },

  receiptHeaders(facts) {
    if (facts.kind === 'settled') return { 'PAYMENT-RESPONSE': settledResponse(facts) }
    if (facts.kind === 'uncharged') return { 'PAYMENT-RESPONSE': unchargedResponse(facts) }
    return { 'PAYMENT-RESPONSE': failedResponse(facts) }
  },
}
