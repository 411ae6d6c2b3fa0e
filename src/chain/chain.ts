import type { Hex } from '../shared/bytes.ts'
import type { Network, NetworkId } from './networks/network.ts'
import type { DecidedBy } from '../shared/problems.ts'

export type { Network, NetworkId } from './networks/network.ts'

export interface Block {
  readonly number: bigint
  readonly hash: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly baseFee: bigint | null
}

/** An EIP-3009 transferWithAuthorization, with its signature. */
export interface Authorization {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  /** 32 bytes. */
  readonly nonce: Hex
  /** 65 bytes (r, s, v) for plain accounts, any bytes for contracts; v is 27 or 28 once it was verified. */
  readonly signature: Hex
}

export interface PayerState {
  /** Block B, at which all of this was read. */
  readonly block: bigint
  /** Time of that block in unix seconds: the clock by which the chain judges an authorization. */
  readonly timestamp: bigint
  /** USDC base units at block B. */
  readonly balance: bigint
  /** Used or cancelled at block B. */
  readonly authorizationUsed: boolean
  /** Code at the payer's address, `0x` for a plain account. */
  readonly code: Hex
}

export interface EventLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: number
  readonly transactionHash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Time of its block in unix seconds; missing when the node does not send it with the log. */
  readonly blockTime?: bigint
}

export interface TransactionReceipt {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly gasUsed: bigint
  readonly effectiveGasPrice: bigint
  /** What a rollup took beside gas for data on Ethereum, in wei. */
  readonly dataFee?: bigint
  readonly logs: readonly EventLog[]
}

/** A Transfer of the network's canonical USDC. Addresses are lower case. */
export interface TransferFact {
  /** Counted over the whole block, so it changes when a reorganisation moves the transaction to another block. */
  readonly logIndex: number
  /**
   * The position, from 0 in log order, among the transaction's transfers of this value to this payee. It stays the same when
   * a reorganisation moves the transaction, so it identifies a payment for ever.
   */
  readonly occurrence: number
  readonly from: Hex
  readonly to: Hex
  /** Base units. */
  readonly value: bigint
  /** The EIP-3009 authorization that made this transfer; null for a plain transfer. */
  readonly authorization: { readonly payer: Hex; readonly nonce: Hex } | null
}

/** What a mined transaction says about payments in USDC. All hex is lower case. */
export interface TransactionFacts {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Time of its block, in unix seconds. */
  readonly timestamp: bigint
  /** 1 when it is in the head block. */
  readonly confirmations: bigint
  /** The signer of the transaction. */
  readonly from: Hex
  /** Null when it creates a contract. */
  readonly to: Hex | null
  /** The last 64 bytes of the calldata, or all of it when it is shorter. */
  readonly inputTail: Hex
  /**
   * The arguments, when the transaction itself calls `transfer(address,uint256)` of the USDC contract, and the number of
   * bytes after them in the calldata. Null for calls of other functions and through other contracts.
   */
  readonly directTransfer: { readonly to: Hex; readonly value: bigint; readonly extraBytes: number } | null
  /** Transfers of the canonical USDC only, in log order; empty for a reverted transaction. */
  readonly transfers: readonly TransferFact[]
}

/** Fees for a transaction, of the kind in `Network.transactions`. In wei per gas. */
export type Fees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly kind: 'legacy'; readonly gasPrice: bigint }

/** A node's answer to a transaction that was sent to it. */
export type SendResult = 'accepted' | 'already_known' | 'nonce_too_low' | 'underpriced' | 'no_gas_money' | 'rejected'

/** The fate of an authorization according to the token's own events. */
export type AuthorizationFate =
  | { readonly kind: 'unused' }
  | { readonly kind: 'cancelled'; readonly transaction: Hex }
  /** `transfer` is the Transfer log that follows AuthorizationUsed in the same transaction. */
  | {
      readonly kind: 'used'
      readonly transaction: Hex
      readonly blockNumber: bigint
      readonly blockHash: Hex
      readonly transfer: Omit<TransferFact, 'authorization'> | null
    }
  /** The token says used or cancelled, but no log was found in the searched range. */
  | { readonly kind: 'unknown' }

/** Whether the nodes of one network answer. */
export interface Reachability {
  /** False from the first failed probe to the next answer of any kind. */
  readonly reachable: boolean
  /** To be called when somebody may pay here: for the next seconds the answers are never old. */
  watch(): void
  /** `tell` is called whenever that changes. */
  onChange(tell: (reachable: boolean) => void): void
}

/** JSON-RPC to one network. Calls made in one turn of the event loop go out as one batch. */
export interface Rpc {
  /** Missing where nothing follows it, as in tests. */
  readonly reachability?: Reachability
  /**
   * `alone` is for calls into contracts that outsiders choose: their answers may be so large that no other call should
   * share a request with them. `maxBytes`: a longer answer is given up, and RpcUnreachable says that it is too large; the node counts as answering.
   * @throws RpcUnreachable when no answer came (timeout, connection, 5xx, 429); a later try may succeed.
   * @throws RpcRejected when the node answered with a JSON-RPC error.
   */
  call<T = unknown>(
    method: string,
    params: readonly unknown[],
    options?: { signal?: AbortSignal; timeoutMs?: number; alone?: boolean; maxBytes?: number },
  ): Promise<T>
}

export class RpcUnreachable extends Error {
  override readonly name = 'RpcUnreachable'
  readonly decidedBy: DecidedBy = 'upstream'
}

export class RpcRejected extends Error {
  override readonly name = 'RpcRejected'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * One network for the gate, the settler and the products. The simulator implements this interface too.
 * Every method may throw RpcUnreachable.
 */
export interface Chain {
  readonly network: Network
  readonly rpc: Rpc
  /** Whether Multicall3 is deployed at its usual address, as read at the start. */
  readonly multicall: boolean
  /** True until its node first answers: the network is not offered, and all methods throw RpcUnreachable. */
  readonly awaited?: boolean
  /** Whether its nodes answer now. Missing where nothing follows it: then they count as answering. */
  readonly reachability?: Reachability

  // For the gate.
  /**
   * Balance, authorization and code of a payer, all at one block, which was the head at most 200 ms ago. `fresh` asks for
   * the head again, for when the first reading was too early.
   */
  payerState(payer: Hex, nonce: Hex, options?: { readonly fresh?: boolean }): Promise<PayerState>
  /** ERC-1271 `isValidSignature` on the payer, under a gas cap. */
  contractAccepts(payer: Hex, digest: Hex, signature: Hex): Promise<boolean>
  /** Null when the node does not know the transaction, or no block of its chain contains it (not yet, or no longer). */
  transaction(hash: Hex): Promise<TransactionFacts | null>

  // For the settler.
  head(): Promise<Block>
  block(number: bigint): Promise<Block | null>
  /** The newest block that counts as final under the network's policy. */
  finalBlock(): Promise<bigint>
  codes(addresses: readonly Hex[]): Promise<Hex[]>
  /**
   * Which of these transfers would succeed in the next block, tried in this order: in one call where Multicall3 exists,
   * otherwise one by one. `gasCap` bounds each single call. `fees` are what the transaction will pay: a contract can see them.
   */
  simulateTransfers(sender: Hex, authorizations: readonly Authorization[], gasCap: bigint, fees?: Fees): Promise<boolean[]>
  /** The gas that settling this alone would use, at these fees; null where it would fail, or use more than `gasCap`. */
  estimateTransfer(sender: Hex, authorization: Authorization, gasCap: bigint, fees: Fees): Promise<bigint | null>
  /** Calldata and target to settle these: aggregate3 with allowFailure for several, a direct call for one. */
  transferCall(authorizations: readonly Authorization[]): { to: Hex; data: Hex }
  suggestFees(): Promise<Fees>
  accountNonce(account: Hex, at: 'latest' | 'pending'): Promise<number>
  /** Gas coin in wei. */
  accountBalance(account: Hex): Promise<bigint>
  send(rawTransaction: Hex): Promise<SendResult>
  receipt(hash: Hex): Promise<TransactionReceipt | null>
  /** Follows an authorization through the token's state and logs, from `fromBlock` to the head. */
  authorizationFate(payer: Hex, nonce: Hex, fromBlock: bigint): Promise<AuthorizationFate>
}

/** The enabled networks in the order in which they are offered. */
export type Chains = ReadonlyMap<NetworkId, Chain>
