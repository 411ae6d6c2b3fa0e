import type { Hex } from '../shared/bytes.ts'
import { addressDigits, addressTopic, boolAnswer, selectors, topics } from './abi.ts'
import { type AuthorizationFate, type Log, type Network, type Rpc, RpcRejected } from './chain.ts'
import { asUnreachable } from './node-errors.ts'
import { quantity, readHeight, readLogs, readReceipt } from './node-answers.ts'
import { settlementsIn } from './settlement-logs.ts'

/** Blocks that are searched for logs in one request; halved when a node finds it too many. */
const chunkBlocks = 2000n
/** A search does not go on for ever: on the fastest chain this is about a week. */
const maxChunks = 1200

/**
 * What became of an authorization: the token's own word first, then the event that says when and how, then the receipt
 * of that transaction for the transfer. An `AuthorizationUsed` alone proves nothing about who was paid what.
 */
export async function authorizationFate(rpc: Rpc, network: Network, payer: Hex, nonce: Hex, fromBlock: bigint): Promise<AuthorizationFate> {
  try {
    const data = selectors.authorizationState + addressDigits(payer) + nonce.slice(2)
    if (!boolAnswer(await rpc.call('eth_call', [{ to: network.asset, data }, 'latest']), 'authorizationState()')) return { kind: 'unused' }
    const log = await findEvent(rpc, network, payer, nonce, fromBlock)
    if (log === null) return { kind: 'unknown' }
    if (log.topics[0] === topics.authorizationCanceled) return { kind: 'cancelled', transaction: log.transactionHash }
    return await usedIn(rpc, network, payer, nonce, log.transactionHash)
  } catch (error) {
    throw asUnreachable(error)
  }
}

async function usedIn(rpc: Rpc, network: Network, payer: Hex, nonce: Hex, hash: Hex): Promise<AuthorizationFate> {
  const answer = await rpc.call('eth_getTransactionReceipt', [hash])
  // Reorganised away between the two questions.
  if (answer === null) return { kind: 'unknown' }
  const receipt = readReceipt(answer)
  const settlement = settlementsIn(receipt, network).find((one) => one.payer === payer.toLowerCase() && one.nonce === nonce.toLowerCase())
  let transfer: Extract<AuthorizationFate, { kind: 'used' }>['transfer'] = null
  if (settlement) {
    const { payer: from, to, value, logIndex, occurrence } = settlement
    transfer = { from, to, value, logIndex, occurrence }
  }
  return { kind: 'used', transaction: hash, blockNumber: receipt.blockNumber, blockHash: receipt.blockHash, transfer }
}

/** The AuthorizationUsed or AuthorizationCanceled log of this nonce; there is at most one of both, ever. */
async function findEvent(rpc: Rpc, network: Network, payer: Hex, nonce: Hex, fromBlock: bigint): Promise<Log | null> {
  const head = readHeight(await rpc.call('eth_blockNumber', []))
  const wanted = [[topics.authorizationUsed, topics.authorizationCanceled], addressTopic(payer), nonce.toLowerCase()]
  let size = chunkBlocks
  // A node that lags behind the one that told fromBlock still has something to search.
  let from = fromBlock < head ? fromBlock : head
  for (let chunk = 0; chunk < maxChunks && from <= head; chunk++) {
    const last = from + size - 1n >= head
    const range = { fromBlock: quantity(from), toBlock: last ? 'latest' : quantity(from + size - 1n) }
    const answer = await logsIn(rpc, { address: network.asset, topics: wanted, ...range }, size > 1n)
    if (answer === undefined) {
      size /= 2n
      continue
    }
    const [found] = readLogs(answer)
    if (found) return found
    from += size
  }
  return null
}

/** What the node answers, whatever that is; undefined, which no answer is, when it would not search a range of this size. */
async function logsIn(rpc: Rpc, filter: object, divisible: boolean): Promise<unknown> {
  try {
    return await rpc.call('eth_getLogs', [filter])
  } catch (error) {
    if (divisible && error instanceof RpcRejected) return undefined
    throw error
  }
}
