import { authorizationFate } from '../../../src/chain/authorization-fate.ts'
import type { Chain, SendResult } from '../../../src/chain/chain.ts'
import { contractAccepts } from '../../../src/chain/contract-signature.ts'
import { estimateTransfer, simulateTransfers } from '../../../src/chain/simulate-transfers.ts'
import { transactionFacts } from '../../../src/chain/transaction-facts.ts'
import { transferCall } from '../../../src/chain/transfer-call.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { BlockRecord } from './blocks.ts'
import { codeOf } from './contract-kind.ts'
import { nodeRpc, type NodeView } from './node-rpc.ts'
import type { Pool } from './pool.ts'

export interface NodeParts extends Pick<NodeView, 'network' | 'blocks' | 'execution'> {
  readonly multicall: boolean
  readonly pool: Pool
  /** Returns the newest block that this node has; called on every request. */
  readonly tip: () => BlockRecord
  /** Number of the newest final block for a node with this tip. */
  readonly final: (tip: BlockRecord) => bigint
  readonly pendingTimestamp: (tip: BlockRecord) => bigint
  /** Wei per gas: the suggested tip, and the price on chains without a base fee. */
  readonly suggestedTip: () => bigint
  readonly gasPrice: () => bigint
  readonly send: (raw: Hex, tip: BlockRecord) => SendResult
}

const lower = (hex: Hex) => hex.toLowerCase() as Hex

/** A node as the `Chain` port of the service. Every call is answered from the node's state at that moment. */
export function createNode(parts: NodeParts): Chain {
  const { network, multicall, blocks, pool, execution, tip } = parts
  const soon = <T>(read: () => T): Promise<T> => {
    try {
      return Promise.resolve(read())
    } catch (error) {
      return Promise.reject(error)
    }
  }
  const rpc = () => {
    const present = tip()
    return nodeRpc({ network, blocks, execution, tip: present, pendingTimestamp: parts.pendingTimestamp(present) })
  }
  return {
    network,
    multicall,
    rpc: {
      call<T>(method: string): Promise<T> {
        // Neither price feeds nor a GasPriceOracle.
        if (method === 'eth_call') return Promise.resolve('0x' as T)
        throw new Error(`a simulated node takes no JSON-RPC: ${method}`)
      },
    },
    payerState: (payer, nonce) =>
      soon(() => {
        const { header, state } = tip()
        const account = lower(payer)
        return {
          block: header.number,
          timestamp: header.timestamp,
          balance: state.usdc(account),
          authorizationUsed: state.authorization(account, lower(nonce)) !== 'unused',
          code: codeOf(state.code(account)),
        }
      }),
    contractAccepts: (payer, digest, signature) => contractAccepts(rpc(), payer, digest, signature),
    transaction: (hash) => transactionFacts(rpc(), network, hash),
    head: () => soon(() => tip().header),
    block: (number) => soon(() => blocks.at(number, tip())?.header ?? null),
    finalBlock: () => soon(() => parts.final(tip())),
    codes: (addresses) => soon(() => addresses.map((address) => codeOf(tip().state.code(lower(address))))),
    simulateTransfers: (sender, authorizations, gasCap, fees) =>
      simulateTransfers({ rpc: rpc(), asset: network.asset, multicall, sender, authorizations, gasCap, ...(fees && { fees }) }),
    estimateTransfer: (sender, authorization, gasCap, fees) =>
      estimateTransfer({ rpc: rpc(), asset: network.asset, sender, authorization, gasCap, fees }),
    transferCall: (authorizations) => transferCall(network.asset, authorizations),
    suggestFees: () =>
      soon(() => {
        const { baseFee } = tip().header
        if (baseFee === null) return { kind: 'legacy', gasPrice: parts.gasPrice() }
        const maxPriorityFeePerGas = parts.suggestedTip()
        return { kind: 'eip1559', maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
      }),
    accountNonce: (account, at) =>
      soon(() => {
        const nonce = tip().state.accountNonce(lower(account))
        return at === 'latest' ? nonce : pool.nonceAfter(lower(account), nonce)
      }),
    accountBalance: (account) => soon(() => tip().state.coins(lower(account))),
    send: (raw) => soon(() => parts.send(raw, tip())),
    receipt: (hash) => soon(() => blocks.mined(lower(hash), tip())?.receipt ?? null),
    authorizationFate: (payer, nonce, fromBlock) => authorizationFate(rpc(), network, payer, nonce, fromBlock),
  }
}
