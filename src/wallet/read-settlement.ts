import type { NetworkId } from '../chain/chain.ts'
import type { UpstreamResponse } from '../net/exchange.ts'
import { decodeMppReceipt } from '../payments/mpp/receipt.ts'
import { decodeSettlementResponse, type ReceivedSettlementResponse } from '../payments/x402/settlement-response.ts'
import type { Hex } from '../shared/bytes.ts'

/**
 * What became of the payment, as an answer says in PAYMENT-RESPONSE or Payment-Receipt; null where neither can be read. Only
 * a success has a Payment-Receipt, and it names no amount. Where it names no transaction, nothing was settled.
 */
export function readSettlement(
  answer: UpstreamResponse,
  { network, payer }: { readonly network: NetworkId; readonly payer: Hex },
): ReceivedSettlementResponse | null {
  const response = answer.header('payment-response')
  if (response !== null) {
    const decoded = decodeSettlementResponse(response)
    return decoded.ok ? decoded.response : null
  }
  const decoded = decodeMppReceipt(answer.header('payment-receipt') ?? '')
  if (!decoded.ok) return null
  const { reference } = decoded.receipt
  const transaction = /^0x[0-9a-fA-F]{64}$/.test(reference) ? reference : ''
  return { success: true, transaction, network, payer, amount: null, errorReason: null }
}
