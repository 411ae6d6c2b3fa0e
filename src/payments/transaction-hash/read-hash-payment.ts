import type { NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { bytes32At, member } from '../wire/fields.ts'
import { readInnerJson } from './inner-json.ts'
import { amountAt, timestampAt } from './transfer-fields.ts'

/** A transfer that its payer says is on chain. A transaction hash is public, so this does not prove who sent it. */
export interface HashPayment {
  readonly network: NetworkId
  readonly transaction: Hex
  /** Base units, as the client says. */
  readonly amount: bigint
  /** Unix seconds, as the client says; the block has the true ones. */
  readonly timestamp: number
}

/**
 * Reads the `payload` of a bare transaction hash: base64 of JSON with txHash, amount and timestamp. Verifies nothing.
 * @throws FieldFault or Problem `malformed_payment`
 */
export function readHashPayment(network: NetworkId, payload: string): HashPayment {
  const transfer = readInnerJson(payload, 'payload')
  return {
    network,
    transaction: bytes32At(member(transfer, 'txHash'), 'payload.txHash'),
    amount: amountAt(member(transfer, 'amount'), 'payload.amount'),
    timestamp: timestampAt(member(transfer, 'timestamp'), 'payload.timestamp'),
  }
}
