import type { Hex } from '../shared/bytes.ts'
import { addressDigits, addressTopic, boolAnswer, selectors, topics } from './abi.ts'
import { type AuthorizationFate, type EventLog, type Network, type Rpc, RpcRejected } from './chain.ts'
import { asUnreachable } from './node-errors.ts'
import { quantity, readHeight, readLogs, readReceipt } from './node-answers.ts'
import { settlementsIn } from './settlement-logs.ts'

/** Blocks searched for logs in one request; halved when a node refuses the range. */
const chunkBlocks = 2000n
/** Bounds a search: on the fastest chain this is about a week. */
const maxChunks = 1200

/**
 * The fate of an authorization: first the token's state, then the event that says when and how, then the receipt of that
 * transaction for the transfer. An `AuthorizationUsed` alone does not prove who was paid how much.
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
  // The block was reorganised away between the two requests.
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

/** The AuthorizationUsed or AuthorizationCanceled log of this nonce. A nonce has at most one of them. */
async function findEvent(rpc: Rpc, network: Network, payer: Hex, nonce: Hex, fromBlock: bigint): Promise<EventLog | null> {
  const head = readHeight(await rpc.call('eth_blockNumber', []))
  const wanted = [[topics.authorizationUsed, topics.authorizationCanceled], addressTopic(payer), nonce.toLowerCase()]
  let size = chunkBlocks
  // The node may lag behind the one that `fromBlock` came from, and is still searched.
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

/** The node's answer, unchecked; undefined when the node refuses a range of this size. */
async function logsIn(rpc: Rpc, filter: object, divisible: boolean): Promise<unknown> {
  try {
    return await rpc.call('eth_getLogs', [filter])
  } catch (error) {
    if (divisible && error instanceof RpcRejected) return undefined
    throw error
  }
}
