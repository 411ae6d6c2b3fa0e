import type { Hex } from '../shared/bytes.ts'

/** A CAIP-2 id of an EVM chain, such as `eip155:8453`. */
export type NetworkId = `eip155:${number}`

/** What we know of a network without asking it. Addresses are checksummed. */
export interface Network {
  readonly id: NetworkId
  readonly chainId: number
  /** For people: "Base". */
  readonly name: string
  /** For settings and v1 names: "base". */
  readonly slug: string
  /** The canonical USDC contract. */
  readonly asset: Hex
  /** EIP-712 domain of the asset; checked against DOMAIN_SEPARATOR() at start. */
  readonly domain: { readonly name: string; readonly version: string }
  readonly transactions: 'eip1559' | 'legacy'
  /** Typical time between blocks, for polling. */
  readonly blockMs: number
  /** Blocks, its own included, after which a settlement is answered. */
  readonly confirmations: number
  /** When a block counts as final: by the node's tag, or by blocks on top of it. */
  readonly finality: { readonly kind: 'tag' } | { readonly kind: 'depth'; readonly blocks: number }
  /** Coin that pays for gas. */
  readonly gasCoin: string
}

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
  /** USDC base units at block B. */
  readonly balance: bigint
  /** Used or cancelled at block B. */
  readonly authorizationUsed: boolean
  /** Code at the payer's address, `0x` for a plain account. */
  readonly code: Hex
}

export interface Log {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: number
  readonly transactionHash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Of its block, in unix seconds; left out by nodes that don't tell it with the log. */
  readonly blockTime?: bigint
}

export interface TransactionReceipt {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly gasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly logs: readonly Log[]
}

/** A Transfer of the network's canonical USDC. Addresses are lower case. */
export interface TransferFact {
  /** Counted over the whole block, so another number when a reorganisation puts the transaction into another block. */
  readonly logIndex: number
  /**
   * Which of the transaction's transfers of this value to this payee it is, from 0, in log order. Stays the same when a
   * reorganisation moves the transaction, so it is what tells one payment from another for ever.
   */
  readonly occurrence: number
  readonly from: Hex
  readonly to: Hex
  /** Base units. */
  readonly value: bigint
  /** The EIP-3009 authorization that made this transfer, null for a plain one. */
  readonly authorization: { readonly payer: Hex; readonly nonce: Hex } | null
}

/** A mined transaction, as far as it tells of payments in USDC. Everything hex is lower case. */
export interface TransactionFacts {
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Of its block, in unix seconds. */
  readonly timestamp: bigint
  /** 1 when it is in the head block. */
  readonly confirmations: bigint
  /** Who signed the transaction. */
  readonly from: Hex
  /** Null when it creates a contract. */
  readonly to: Hex | null
  /** The last 64 bytes of the calldata, or all of it where it is shorter. */
  readonly inputTail: Hex
  /**
   * Set when the transaction itself calls `transfer(address,uint256)` of the USDC contract: its arguments, and how many
   * bytes stand behind them in the calldata. Null for calls of other functions and through other contracts.
   */
  readonly directTransfer: { readonly to: Hex; readonly value: bigint; readonly extraBytes: number } | null
  /** Of the canonical USDC only, in log order; none of a reverted transaction. */
  readonly transfers: readonly TransferFact[]
}

/** Fees for a transaction of this chain: one or the other kind, as `Network.transactions` says. In wei per gas. */
export type Fees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly kind: 'legacy'; readonly gasPrice: bigint }

/** What a node said to a transaction that we sent. */
export type SendResult = 'accepted' | 'already_known' | 'nonce_too_low' | 'underpriced' | 'no_gas_money' | 'rejected'

/** What became of an authorization, as the token's own events tell it. */
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
  /** Used or cancelled says the token, but no log was found in the range that was asked for. */
  | { readonly kind: 'unknown' }

/** JSON-RPC to one network. Calls made in one turn of the event loop travel as one batch. */
export interface Rpc {
  /**
   * `alone` is for calls into contracts of an outsider's choice: what those answer may be so much that no other call
   * should share a request, and its fate, with them.
   * @throws RpcUnreachable when no answer came (time-out, connection, 5xx, 429): waiting may mend it.
   * @throws RpcRejected when the node answered with a JSON-RPC error.
   */
  call<T = unknown>(
    method: string,
    params: readonly unknown[],
    options?: { signal?: AbortSignal; timeoutMs?: number; alone?: boolean },
  ): Promise<T>
}

export class RpcUnreachable extends Error {
  override readonly name = 'RpcUnreachable'
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
 * One network as the gate, the settler and the products see it. A simulator implements this interface instead.
 * Every method may throw RpcUnreachable.
 */
export interface Chain {
  readonly network: Network
  readonly rpc: Rpc
  /** Whether Multicall3 stands at its usual address, found out at start. */
  readonly multicall: boolean
  /** Its node has not answered since the start: it is not offered, and all below throws RpcUnreachable, until it does. */
  readonly awaited?: boolean

  // For the gate.
  /**
   * Balance, authorization and code of a payer, all at one block not older than the chain's head a moment ago (200 ms);
   * `fresh` asks for the head anew, for when the first look was too early.
   */
  payerState(payer: Hex, nonce: Hex, options?: { readonly fresh?: boolean }): Promise<PayerState>
  /** ERC-1271 `isValidSignature` on the payer, under a gas cap. */
  contractAccepts(payer: Hex, digest: Hex, signature: Hex): Promise<boolean>
  /** Null when the node does not know the transaction, or no block of its chain holds it (yet, or any more). */
  transaction(hash: Hex): Promise<TransactionFacts | null>

  // For the settler.
  head(): Promise<Block>
  block(number: bigint): Promise<Block | null>
  /** The newest block that counts as final under the network's policy. */
  finalBlock(): Promise<bigint>
  codes(addresses: readonly Hex[]): Promise<Hex[]>
  /**
   * Which of these transfers would succeed in the next block, tried in this order in one call where Multicall3 stands,
   * one by one otherwise; `gasCap` bounds each single call.
   */
  simulateTransfers(sender: Hex, authorizations: readonly Authorization[], gasCap: bigint): Promise<boolean[]>
  /** Calldata and target for settling these: aggregate3 with allowFailure for several, a direct call for one. */
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
