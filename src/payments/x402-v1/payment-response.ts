import type { ReceiptFacts } from '../wire/protocol.ts'
import { encodeBase64Json } from '../wire/base64-json.ts'
import { pendingSettlement } from '../x402/settlement-response.ts'
import { v1NameOf } from './network-names.ts'

/**
 * The value of X-PAYMENT-RESPONSE: base64 of the settlement response in x402 version 1. The network has its version 1
 * name, or its CAIP-2 id where it has none; `transaction` is empty when nothing was settled.
 */
export function v1PaymentResponse(facts: ReceiptFacts): string {
  const { payer } = facts
  const network = v1NameOf(facts.network) ?? facts.network
  switch (facts.kind) {
    case 'settled':
      return encodeBase64Json({ success: true, transaction: facts.transaction, network, payer })
    case 'uncharged':
      return encodeBase64Json({ success: true, transaction: '', network, payer })
    case 'pending':
      return encodeBase64Json({ success: true, transaction: '', network, payer, extra: pendingSettlement(facts.receipt) })
    case 'failed':
      return encodeBase64Json({ success: false, errorReason: facts.reason, transaction: facts.transaction ?? '', network, payer })
  }
}
