import { type Chain, type Network, RpcUnreachable } from './chain.ts'

export interface LateChain {
  readonly chain: Chain
  /** From now on it is this one. */
  arrive(connected: Chain): void
}

/**
 * Stands for a chain whose node has not answered yet: one that can't be reached, until it has been connected. It is not
 * held against its chain before that, so nothing at all is asked of the node through it.
 */
export function createLateChain(declared: Network): LateChain {
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
    rpc: { call: async (...question) => reached().rpc.call(...question) },
    payerState: async (...question) => reached().payerState(...question),
    contractAccepts: async (...question) => reached().contractAccepts(...question),
    transaction: async (hash) => reached().transaction(hash),
    head: async () => reached().head(),
    block: async (number) => reached().block(number),
    finalBlock: async () => reached().finalBlock(),
    codes: async (addresses) => reached().codes(addresses),
    simulateTransfers: async (...question) => reached().simulateTransfers(...question),
    transferCall: (authorizations) => reached().transferCall(authorizations),
    suggestFees: async () => reached().suggestFees(),
    accountNonce: async (...question) => reached().accountNonce(...question),
    accountBalance: async (account) => reached().accountBalance(account),
    send: async (rawTransaction) => reached().send(rawTransaction),
    receipt: async (hash) => reached().receipt(hash),
    authorizationFate: async (...question) => reached().authorizationFate(...question),
  }
  return { chain, arrive: (connected) => void (real = connected) }
}
