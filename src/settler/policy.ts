import type { Network } from '../chain/chain.ts'

/** Every figure by which the settler decides. Times are in milliseconds. */
export interface SettlerPolicy {
  readonly batchSize: number
  readonly batchDelayMs: number
  readonly batchDelayMaxMs: number
  readonly earlyBatchMs: number
  readonly maxOpenSlots: number
  readonly slotsForBatches: number
  readonly gasPerItem: bigint
  readonly gasPerBatch: bigint
  readonly gasAlone: bigint
  readonly gasContract: bigint
  readonly gasFiller: bigint
  readonly feeCapGwei: bigint
  readonly bumpLimit: bigint
  readonly pollMaxMs: number
  readonly pollMinMs: number
  readonly rebroadcastAfterBlocks: number
  readonly bumpAfterBlocks: number
  readonly minPatienceMs: number
  readonly foreignAfterMs: number
  readonly maxRejections: number
  readonly mineMarginBlocks: number
  readonly mineMarginMs: number
  readonly barMs: number
  readonly retryMs: number
  readonly contractRetryMs: number
  readonly maxLookupPauseMs: number
  readonly refusePatienceBlocks: number
  readonly chainClockLagMs: number
  readonly reorgWaitBlocks: number
  readonly reorgDepth: bigint
  readonly tagFinalityMs: number
  readonly leaseMs: number
  readonly recoverMs: number
  readonly reconcileMs: number
  readonly handOverMs: number
  readonly watchMs: number
}

export const defaultPolicy: SettlerPolicy = {
  /** 100 transfers take 5.1M gas: well under the 16.7M that EIP-7825 allows a transaction. */
  batchSize: 100,
  /** Long enough for payments that come together, too short for a caller to notice. */
  batchDelayMs: 25,
  /** While a batch is unmined the next one collects longer, doubling up to an eighth of a block, and never longer than this. */
  batchDelayMaxMs: 250,
  /** Milliseconds for which a batch collects payments whose callers have their answers. */
  earlyBatchMs: 2_000,
  /** geth guarantees an account 16 executable transactions in its pool; some room is left for fillers. */
  maxOpenSlots: 12,
  /** Slots that are kept for batches, since contract payers settle alone and could fill all. */
  slotsForBatches: 4,
  /** A transfer in a batch of 100 took 50,600 gas, and 17,000 more for the payee's first one; measured on Circle's byte code. */
  gasPerItem: 66_000n,
  /** aggregate3 itself took 43,000. */
  gasPerBatch: 90_000n,
  /** One transfer took 85,700, 102,800 when it was the payee's first. */
  gasAlone: 160_000n,
  /** Enough for an ERC-1271 check that verifies P-256 in Solidity (about 330,000), and no more, since we pay for what it uses. */
  gasContract: 500_000n,
  /** A transfer of zero to ourselves. */
  gasFiller: 21_000n,
  /** Above this we wait. Polygon has seen several hundred gwei. */
  feeCapGwei: 1_000n,
  /** Factor on what the network asks, beyond which a fee is not raised: when a chain stands still, the fee is not the reason. */
  bumpLimit: 4n,
  /** Receipts are polled every half block, within these. A caller may wait up to the longest pause on top of the block. */
  pollMaxMs: 200,
  pollMinMs: 50,
  /** Blocks without a receipt, after which the same bytes are sent again: pools drop transactions, and nodes restart. */
  rebroadcastAfterBlocks: 2,
  /** Blocks without a receipt, after which the fee is raised, since it may be the reason. */
  bumpAfterBlocks: 3,
  /** Milliseconds to wait at least, since a few blocks of a quarter second say little. */
  minPatienceMs: 1_500,
  /** The account nonce has passed ours and no transaction of ours has a receipt: after this time, another program used the nonce. */
  foreignAfterMs: 4_000,
  /** A transaction that nodes keep refusing is replaced by a filler, so that later nonces are not stuck. */
  maxRejections: 3,
  /** An authorization that expires within this is not sent, since it must be in a block before. */
  mineMarginBlocks: 1,
  mineMarginMs: 2_000,
  /** Milliseconds in which a payer whose transfer failed may not claim again. */
  barMs: 10 * 60_000,
  /** Pause before the next attempt when a chain or the ledger does not answer, or no signer can send. */
  retryMs: 1_000,
  /** Pause before the next attempt with a contract payer for which the day's allowance leaves no room. */
  contractRetryMs: 10_000,
  /** Longest pause between two lookups of one payment. */
  maxLookupPauseMs: 30_000,
  /** Blocks in which a payment is looked up again that fails alone although its payer has enough balance: another transaction may be about to pay us. */
  refusePatienceBlocks: 2,
  /** A block's time may be this far behind ours, so an authorization that has just become valid by our clock is simulated again until then. */
  chainClockLagMs: 30_000,
  /** A transaction that a reorganisation removed usually comes back without our help within these. */
  reorgWaitBlocks: 3,
  /** How many blocks before the claim its logs may be after a reorganisation. */
  reorgDepth: 32n,
  /** Where the node tags final blocks: the longest time until it does (Base and Optimism take about 15 minutes). */
  tagFinalityMs: 20 * 60_000,
  /** A process that died is noticed after this. Leases are renewed at a third of it. */
  leaseMs: 30_000,
  /** Milliseconds by which recovery may delay the readiness of the process. */
  recoverMs: 20_000,
  /** How often the background reconciler runs. */
  reconcileMs: 3_000,
  /** How often an instance that shares its ledger looks for payments that others left to it, and for the end of those it left to others. */
  handOverMs: 250,
  /** How often one refused payment is looked up until it has expired for good. */
  watchMs: 15_000,
}

/** How often receipts are asked for. */
export function pollMs(policy: SettlerPolicy, network: Network): number {
  return Math.min(policy.pollMaxMs, Math.max(policy.pollMinMs, Math.floor(network.blockMs / 2)))
}

/** How long the next batch collects while `unmined` ones are under way, so that payments for one block share a transaction. */
export function collectMs(policy: SettlerPolicy, network: Network, unmined: number): number {
  const maxMs = Math.max(policy.batchDelayMs, Math.min(policy.batchDelayMaxMs, network.blockMs / 8))
  return Math.min(maxMs, policy.batchDelayMs * 2 ** Math.min(unmined, 10))
}

export function blocksMs(policy: SettlerPolicy, network: Network, blocks: number): number {
  return Math.max(policy.minPatienceMs, blocks * network.blockMs)
}

/** How long after its `validBefore` an authorization may still turn up in a final block. */
export function graceMs(policy: SettlerPolicy, network: Network): number {
  const finality = network.finality.kind === 'tag' ? policy.tagFinalityMs : network.finality.blocks * network.blockMs
  return finality + policy.mineMarginMs + policy.mineMarginBlocks * network.blockMs
}

/** Whether an authorization sent at `now` still has time to be mined. */
export function canStillBeMined(policy: SettlerPolicy, network: Network, validBefore: bigint, now: number): boolean {
  return Number(validBefore) * 1000 - now > policy.mineMarginMs + policy.mineMarginBlocks * network.blockMs
}

/** Whether an authorization has become valid so recently that by the chain's clock it may not be valid yet. */
export function hasJustBegun(policy: SettlerPolicy, validAfter: bigint, now: number): boolean {
  return now - Number(validAfter) * 1000 < policy.chainClockLagMs
}

/** Whether an authorization is past its `validBefore` and finality. */
export function isClosed(policy: SettlerPolicy, network: Network, validBefore: bigint, now: number): boolean {
  return now > Number(validBefore) * 1000 + graceMs(policy, network)
}
