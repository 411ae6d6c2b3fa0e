import { authorizationsIn } from '../../chain/authorization-in-calldata.ts'
import { RpcUnreachable } from '../../chain/chain.ts'
import { members, readBytes } from '../../chain/node-answers.ts'
import type { TransferLog } from '../../chain/read-transfers.ts'
import { settlementsIn } from '../../chain/settlement-logs.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { isHex, type Hex } from '../../shared/bytes.ts'
import type { NetworkParts } from './reconcile-parts.ts'

/** What the transaction of a transfer says about it. */
export interface TransferProof {
  /** Who signed the transaction. */
  readonly sender: Hex
  /** The authorization that made the transfer; null for a plain one. */
  readonly authorization: NonNullable<Payment['authorization']> | null
}

/** Transactions that are asked for at once. */
const atOnce = 3
/** Transfers of one transaction that are looked for in one turn. */
const perTurn = 50

/**
 * Reads the transactions of transfers, three at a time. A transfer whose transaction has vanished meanwhile is left out.
 * @throws RpcUnreachable
 */
export async function proofsOf(
  { chain, ownTurn }: Pick<NetworkParts, 'chain' | 'ownTurn'>,
  transfers: readonly TransferLog[],
): Promise<Map<TransferLog, TransferProof>> {
  const proofs = new Map<TransferLog, TransferProof>()
  const byTransaction = [...Map.groupBy(transfers, ({ transaction }) => transaction)]
  for (let at = 0; at < byTransaction.length; at += atOnce) {
    const some = byTransaction.slice(at, at + atOnce)
    await Promise.all(
      some.map(async ([hash, ofIt]) => {
        for (const [transfer, proof] of await readTransaction({ chain, ownTurn }, hash, ofIt)) proofs.set(transfer, proof)
      }),
    )
  }
  return proofs
}

async function readTransaction(
  { chain, ownTurn }: Pick<NetworkParts, 'chain' | 'ownTurn'>,
  hash: Hex,
  transfers: readonly TransferLog[],
): Promise<[TransferLog, TransferProof][]> {
  const [receipt, answer] = await Promise.all([chain.receipt(hash), chain.rpc.call('eth_getTransactionByHash', [hash])])
  if (receipt === null || answer === null) return []
  await ownTurn()
  const { from, input } = members(answer, 'transaction')
  if (typeof input !== 'string' || !isHex(input)) throw new RpcUnreachable("the node's answer for a transaction is not valid")
  const sender = readBytes(from, 20, 'transaction sender')
  const settlements = new Map(settlementsIn(receipt, chain.network).map((settlement) => [settlement.logIndex, settlement]))
  const find = authorizationsIn(input)
  const proofs: [TransferLog, TransferProof][] = []
  for (const [index, transfer] of transfers.entries()) {
    if (index % perTurn === perTurn - 1) await ownTurn()
    const settlement = settlements.get(transfer.logIndex)
    proofs.push([transfer, { sender, authorization: settlement ? authorizationOf(find, transfer, settlement.nonce) : null }])
  }
  return proofs
}

/** Where the calldata does not show it, its window and signature stay unknown: nobody needs them for a payment that has arrived. */
function authorizationOf(
  find: ReturnType<typeof authorizationsIn>,
  { from, to, value }: TransferLog,
  nonce: Hex,
): NonNullable<TransferProof['authorization']> {
  const shown = find({ from, to, value, nonce })
  if (shown === null || shown.validBefore >= 1n << 62n || shown.validAfter >= 1n << 62n)
    return { nonce, validAfter: 0n, validBefore: 0n, signature: shown?.signature ?? '0x' }
  const { validAfter, validBefore, signature } = shown
  return { nonce, validAfter, validBefore, signature }
}
