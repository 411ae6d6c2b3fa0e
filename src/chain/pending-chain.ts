import { type Chain, type Network, RpcUnreachable } from './chain.ts'

export interface PendingChain {
  readonly chain: Chain
  /** Replaces the placeholder with the connected chain. */
  arrive(connected: Chain): void
}

/**
 * A placeholder for a chain whose node has not answered yet. Until the chain is connected every call throws, since the node
 * has not been checked and must not be asked for anything.
 */
export function createPendingChain(declared: Network): PendingChain {
  let real: Chain | null = null

  function reached(): Chain {
    if (real === null) throw new RpcUnreachable(`${declared.name} has not answered since the start`)
    return real
  }

  const chain: Chain = {
    get network() {
      return real?.network ?? declared
    },
    get multicall() {
      return real?.multicall ?? false
    },
    get awaited() {
      return real === null
    },
    get reachability() {
      return real?.reachability
    },
    rpc: { call: async (...parameters) => reached().rpc.call(...parameters) },
    payerState: async (...parameters) => reached().payerState(...parameters),
    contractAccepts: async (...parameters) => reached().contractAccepts(...parameters),
    transaction: async (hash) => reached().transaction(hash),
    head: async () => reached().head(),
    block: async (number) => reached().block(number),
    finalBlock: async () => reached().finalBlock(),
    codes: async (addresses) => reached().codes(addresses),
    simulateTransfers: async (...parameters) => reached().simulateTransfers(...parameters),
    estimateTransfer: async (...parameters) => reached().estimateTransfer(...parameters),
    transferCall: (authorizations) => reached().transferCall(authorizations),
    suggestFees: async () => reached().suggestFees(),
    accountNonce: async (...parameters) => reached().accountNonce(...parameters),
    accountBalance: async (account) => reached().accountBalance(account),
    send: async (rawTransaction) => reached().send(rawTransaction),
    receipt: async (hash) => reached().receipt(hash),
    authorizationFate: async (...parameters) => reached().authorizationFate(...parameters),
  }
  return { chain, arrive: (connected) => void (real = connected) }
}
