import { type Hex, isHex } from '../shared/bytes.ts'
import { selectors } from './abi.ts'
import { sameAddress } from './address.ts'
import type { Network, Rpc, TransactionFacts, TransactionReceipt, TransferFact } from './chain.ts'
import { invalidAnswer, members, quantity, readBlock, readBytes, readHeight, readReceipt } from './node-answers.ts'
import { asUnreachable } from './node-errors.ts'
import { settlementsIn, transferIn } from './settlement-logs.ts'

/** Calldata behind the selector of `transfer(address,uint256)`: two words. */
const transferBytes = 4 + 2 * 32
const tailBytes = 64

interface Transaction {
  readonly hash: Hex
  /** Null while it is not mined. */
  readonly blockHash: Hex | null
  readonly from: Hex
  readonly to: Hex | null
  readonly input: Hex
}

/**
 * What a mined transaction says about payments in the network's USDC; null while the chain has no such transaction.
 *
 * Receipt and transaction come in one batch, the block in the next, and all must belong to one block of the current chain.
 * The block is requested by its number, because by hash a node also returns blocks that a reorganisation removed. If the
 * answers do not fit together, because the chain moved or a node lags, the transaction counts as not there yet.
 * @throws RpcUnreachable, also for answers that are not valid
 */
export async function transactionFacts(rpc: Rpc, network: Pick<Network, 'asset'>, hash: Hex): Promise<TransactionFacts | null> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return null
  const wanted = hash.toLowerCase() as Hex
  try {
    const [receiptAnswer, transactionAnswer] = await Promise.all([
      rpc.call('eth_getTransactionReceipt', [wanted]),
      rpc.call('eth_getTransactionByHash', [wanted]),
    ])
    if (receiptAnswer === null || transactionAnswer === null) return null
    const receipt = readReceipt(receiptAnswer)
    const transaction = readTransaction(transactionAnswer)
    if (receipt.hash !== wanted || transaction.hash !== wanted) throw invalidAnswer('transaction by hash')
    if (transaction.blockHash !== receipt.blockHash) return null

    const [blockAnswer, headAnswer] = await Promise.all([
      rpc.call('eth_getBlockByNumber', [quantity(receipt.blockNumber), false]),
      rpc.call('eth_blockNumber', []),
    ])
    if (blockAnswer === null) return null
    const block = readBlock(blockAnswer)
    const head = readHeight(headAnswer)
    if (block.number !== receipt.blockNumber) throw invalidAnswer('block by number')
    if (block.hash !== receipt.blockHash) return null

    const { from, to, input } = transaction
    return {
      hash: wanted,
      status: receipt.status,
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      timestamp: block.timestamp,
      // A lagging node may report a head below the block that another node just returned.
      confirmations: head > block.number ? head - block.number + 1n : 1n,
      from,
      to,
      inputTail: input.length <= 2 + 2 * tailBytes ? input : `0x${input.slice(-2 * tailBytes)}`,
      directTransfer: to !== null && sameAddress(to, network.asset) ? directTransferIn(input) : null,
      transfers: receipt.status === 'success' ? transfersIn(receipt, network) : [],
    }
  } catch (error) {
    throw asUnreachable(error)
  }
}

function readTransaction(value: unknown): Transaction {
  const transaction = members(value, 'transaction')
  const { input, blockHash, to } = transaction
  if (typeof input !== 'string' || !isHex(input)) throw invalidAnswer('transaction input')
  return {
    hash: readBytes(transaction.hash, 32, 'transaction hash'),
    blockHash: blockHash === null || blockHash === undefined ? null : readBytes(blockHash, 32, 'block hash'),
    from: readBytes(transaction.from, 20, 'transaction sender'),
    to: to === null || to === undefined ? null : readBytes(to, 20, 'transaction target'),
    input: input.toLowerCase() as Hex,
  }
}

function directTransferIn(input: Hex): TransactionFacts['directTransfer'] {
  const bytes = (input.length - 2) / 2
  if (!input.startsWith(selectors.transfer) || bytes < transferBytes) return null
  const [to, value] = [input.slice(10, 74), input.slice(74, 138)]
  return { to: `0x${to.slice(24)}`, value: BigInt(`0x${value}`), extraBytes: bytes - transferBytes }
}

/** Every Transfer of the token, each with the authorization that made it by the rule of `settlementsIn`. */
function transfersIn(receipt: TransactionReceipt, network: Pick<Network, 'asset'>): TransferFact[] {
  const logs = receipt.logs.toSorted((one, other) => one.logIndex - other.logIndex)
  // Two logs with one index would give two payments the same id.
  if (logs.some((log, at) => log.transactionHash !== receipt.hash || log.logIndex === logs[at - 1]?.logIndex))
    throw invalidAnswer('receipt logs')
  const settlements = new Map(settlementsIn(receipt, network).map((settlement) => [settlement.logIndex, settlement]))
  const seen = new Map<string, number>()
  return logs.flatMap((log) => {
    const transfer = sameAddress(log.address, network.asset) ? transferIn(log) : null
    if (transfer === null) return []
    const kind = `${transfer.to} ${transfer.value}`
    const occurrence = seen.get(kind) ?? 0
    seen.set(kind, occurrence + 1)
    const settlement = settlements.get(log.logIndex)
    const authorization = settlement ? { payer: settlement.payer, nonce: settlement.nonce } : null
    return [{ logIndex: log.logIndex, occurrence, ...transfer, authorization }]
  })
}
