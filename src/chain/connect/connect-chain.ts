import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { hexAnswer } from '../abi.ts'
import { authorizationFate } from '../authorization-fate.ts'
import { type Chain, type Network, type Rpc, RpcRejected } from '../chain.ts'
import { contractAccepts } from '../contract-signature.ts'
import { asUnreachable, sendResultOf } from '../node-errors.ts'
import { quantity, readAccountNonce, readBlock, readHeight, readQuantity, readReceipt } from '../node-answers.ts'
import { createPayerState } from '../payer-state.ts'
import { estimateTransfer, simulateTransfers } from '../simulate-transfers.ts'
import { suggestFees } from '../suggest-fees.ts'
import { checkNetwork } from '../token-check.ts'
import { transactionFacts } from '../transaction-facts.ts'
import { transferCall } from '../transfer-call.ts'

export interface ChainParts {
  /** As declared. The chain's `network` has the token's own signing domain when the declared one is wrong. */
  readonly network: Network
  readonly rpc: Rpc
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/**
 * Connects one network over JSON-RPC, after checking it against its chain (see `checkNetwork`).
 * @throws NetworkRefused when the chain or its token is not as declared; RpcUnreachable when no node answers.
 */
export async function connectChain({ network: declared, rpc, clock, timers, log }: ChainParts): Promise<Chain> {
  const { network, multicall } = await checkNetwork(declared, rpc, log).catch((error: unknown) => {
    throw asUnreachable(error)
  })

  /** A node's rejection of a plain read says nothing about the chain, so it counts as no answer. */
  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    rpc.call(method, params).catch((error: unknown) => {
      throw asUnreachable(error)
    })

  return {
    network,
    rpc,
    multicall,
    ...(rpc.reachability ? { reachability: rpc.reachability } : {}),
    payerState: createPayerState({ network, rpc, clock, timers }),
    contractAccepts: (payer, digest, signature) => contractAccepts(rpc, payer, digest, signature),
    transaction: (hash) => transactionFacts(rpc, network, hash),

    head: async () => readBlock(await read('eth_getBlockByNumber', ['latest', false])),
    async block(number) {
      const answer = await read('eth_getBlockByNumber', [quantity(number), false])
      return answer === null ? null : readBlock(answer)
    },
    finalBlock: () => finalBlock(rpc, network),
    codes: (addresses) =>
      Promise.all(addresses.map(async (address) => hexAnswer(await read('eth_getCode', [address, 'latest']), 'eth_getCode'))),
    simulateTransfers: (sender, authorizations, gasCap, fees) =>
      simulateTransfers({ rpc, asset: network.asset, multicall, sender, authorizations, gasCap, ...(fees && { fees }) }),
    estimateTransfer: (sender, authorization, gasCap, fees) =>
      estimateTransfer({ rpc, asset: network.asset, sender, authorization, gasCap, fees }),
    transferCall: (authorizations) => transferCall(network.asset, authorizations),
    suggestFees: () => suggestFees(rpc, network),
    accountNonce: async (account, at) => readAccountNonce(await read('eth_getTransactionCount', [account, at])),
    accountBalance: async (account) => readQuantity(await read('eth_getBalance', [account, 'latest']), 'balance'),
    async send(rawTransaction) {
      try {
        await rpc.call('eth_sendRawTransaction', [rawTransaction])
        return 'accepted'
      } catch (error) {
        if (!(error instanceof RpcRejected)) throw error
        const result = sendResultOf(error)
        if (result === 'rejected')
          log.warn({ network: network.slug, code: error.code, message: error.message }, 'node rejected a transaction')
        return result
      }
    },
    async receipt(hash) {
      const answer = await read('eth_getTransactionReceipt', [hash])
      return answer === null ? null : readReceipt(answer)
    },
    authorizationFate: (payer, nonce, fromBlock) => authorizationFate(rpc, network, payer, nonce, fromBlock),
  }
}

/** When a node has no `finalized` tag, a block of this age counts as final: the slowest supported chain takes about 15 minutes. */
const untaggedFinalityMs = 20 * 60_000

/**
 * The newest final block; zero while there is none. A node without the tag answers null or an error. Then a depth replaces
 * it, since otherwise nothing would ever be final and every settlement would be watched for ever.
 */
async function finalBlock(rpc: Rpc, { finality, blockMs }: Network): Promise<bigint> {
  if (finality.kind === 'depth') return belowHead(rpc, finality.blocks)
  const tagged = await rpc.call('eth_getBlockByNumber', ['finalized', false]).catch((error: unknown) => {
    if (error instanceof RpcRejected) return null
    throw error
  })
  return tagged === null ? belowHead(rpc, Math.ceil(untaggedFinalityMs / blockMs)) : readBlock(tagged).number
}

async function belowHead(rpc: Rpc, blocks: number): Promise<bigint> {
  const head = readHeight(await rpc.call('eth_blockNumber', []).catch(rethrow))
  const depth = BigInt(blocks)
  return head > depth ? head - depth : 0n
}

function rethrow(error: unknown): never {
  throw asUnreachable(error)
}
