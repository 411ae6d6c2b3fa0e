import type { Network, NetworkId } from '../chain/chain.ts'

/** Every figure by which the settler decides. Times are milliseconds. */
export interface SettlerPolicy {
  readonly batchSize: number
  readonly batchDelayMs: number
  readonly batchDelayMaxMs: number
  readonly maxOpenSlots: number
  readonly slotsForBatches: number
  readonly gasPerItem: bigint
  readonly gasPerBatch: bigint
  readonly gasAlone: bigint
  readonly gasContract: bigint
  readonly gasFiller: bigint
  readonly extraGas: Readonly<Partial<Record<NetworkId, { readonly perTransaction: bigint; readonly perItem: bigint }>>>
  readonly gasBudgetGweiPerDay: bigint
  readonly gasBudgets: Readonly<Partial<Record<NetworkId, bigint>>>
  readonly contractsGasShare: bigint
  readonly feeCapGwei: bigint
  readonly bumpLimit: bigint
  readonly budgetPauseMs: number
  readonly gasMoneyPauseMs: number
  readonly pollMaxMs: number
  readonly pollMinMs: number
  readonly rebroadcastAfterBlocks: number
  readonly bumpAfterBlocks: number
  readonly minimumPatienceMs: number
  readonly foreignAfterMs: number
  readonly maxRejections: number
  readonly mineMarginBlocks: number
  readonly mineMarginMs: number
  readonly barMs: number
  readonly retryMs: number
  readonly lookMaxMs: number
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
  /** 100 transfers burn 5.1M gas: well under the 16.7M that EIP-7825 allows a transaction. */
  batchSize: 100,
  /** Long enough to catch payments that come together, too short to be felt. */
  batchDelayMs: 25,
  /** While a batch is unmined the next one collects longer, doubling up to an eighth of a block, and never longer than this. */
  batchDelayMaxMs: 250,
  /** geth guarantees an account 16 executable transactions in its pool; some room is left for fillers. */
  maxOpenSlots: 12,
  /** Of these, so many are kept free of contract payers, who settle alone and could fill all. */
  slotsForBatches: 4,
  /** A transfer in a batch of 100 took 50,600 gas, at its dearest (payee's first) 17,000 more; measured on Circle's byte code. */
  gasPerItem: 66_000n,
  /** aggregate3 itself took 43,000. */
  gasPerBatch: 90_000n,
  /** One transfer took 85,700, 102,800 when it was the payee's first. */
  gasAlone: 160_000n,
  /** Room for an ERC-1271 check that verifies P-256 in Solidity (about 330,000), and no more: we pay for what it burns. */
  gasContract: 500_000n,
  /** A transfer of nothing to ourselves. */
  gasFiller: 21_000n,
  /** Arbitrum counts the cost of calldata on Ethereum as gas of its own. What is not used costs nothing. */
  extraGas: { 'eip155:42161': { perTransaction: 600_000n, perItem: 60_000n } },
  /** 0.2 coins a day and signer: some 2,000 batches at 1 gwei, a dear accident at most. */
  gasBudgetGweiPerDay: 200_000_000n,
  /** Polygon's coin is worth about a ten thousandth of ether, SKALE's is prepaid. */
  gasBudgets: { 'eip155:137': 500_000_000_000n, 'eip155:1187947933': 1_000_000_000_000n },
  /** Once this part of the budget is spent no contract payer is sent any more: one that passes every simulation and fails in a block is paid by us, and must not stop plain accounts. */
  contractsGasShare: 2n,
  /** Above this we rather wait. Polygon has seen several hundred gwei. */
  feeCapGwei: 1_000n,
  /** A fee this many times what the network asks is raised no further: a chain that stands still is not waiting for money. */
  bumpLimit: 4n,
  /** How long a signer rests when its budget of the day is spent, and when it has no money for gas. */
  budgetPauseMs: 30_000,
  gasMoneyPauseMs: 5_000,
  /** Receipts are polled at half a block, within these. Who waits for an answer feels the longest one on top of the block. */
  pollMaxMs: 200,
  pollMinMs: 50,
  /** Pools drop and nodes restart: sent again, the same bytes, after this many blocks without a receipt. */
  rebroadcastAfterBlocks: 2,
  /** Then the fee may be the reason. */
  bumpAfterBlocks: 3,
  /** Blocks of a quarter second say little after two of them. */
  minimumPatienceMs: 1_500,
  /** The account nonce has passed ours and no hash of ours has a receipt: after so long it was not ours. */
  foreignAfterMs: 4_000,
  /** A transaction that nodes keep refusing is replaced by a filler, so that later nonces are not stuck. */
  maxRejections: 3,
  /** An authorization is not sent any more when it expires within this: it must be in a block before. */
  mineMarginBlocks: 1,
  mineMarginMs: 2_000,
  /** A payer whose transfer failed may not claim again for this long. */
  barMs: 10 * 60_000,
  /** Pause before the next attempt when a chain or the ledger does not answer, or no signer can send. */
  retryMs: 1_000,
  /** Longest pause between two looks at one payment. */
  lookMaxMs: 30_000,
  /** A payment that fails by itself with enough balance is looked at again for so long: somebody's transaction may be about to pay us. */
  refusePatienceBlocks: 2,
  /** A block's time may lie this far behind ours: an authorization that has only begun by our clock is simulated again until then. */
  chainClockLagMs: 30_000,
  /** A transaction that a reorg threw out usually comes back by itself within these. */
  reorgWaitBlocks: 3,
  /** How far before the claim its logs may stand after a reorg. */
  reorgDepth: 32n,
  /** Where final is what the node tags so: the longest that it takes (Base and Optimism about 15 minutes). */
  tagFinalityMs: 20 * 60_000,
  /** A process that died is noticed after this. Renewed at a third of it. */
  leaseMs: 30_000,
  /** Longest time that recovery keeps the process from being ready. */
  recoverMs: 20_000,
  /** Pace of the background reconciler. */
  reconcileMs: 3_000,
  /** Pace at which instances that share a ledger look for what others left to them, and for the end of what they left. */
  handOverMs: 250,
  /** Pace at which one refused payment is looked at until it has expired for good. */
  watchMs: 15_000,
}

/** How often receipts are asked for. */
export function pollMs(policy: SettlerPolicy, network: Network): number {
  return Math.min(policy.pollMaxMs, Math.max(policy.pollMinMs, Math.floor(network.blockMs / 2)))
}

/** How long the next batch collects while `unmined` ones are under way: what would share a block shares a transaction. */
export function collectMs(policy: SettlerPolicy, network: Network, unmined: number): number {
  const most = Math.max(policy.batchDelayMs, Math.min(policy.batchDelayMaxMs, network.blockMs / 8))
  return Math.min(most, policy.batchDelayMs * 2 ** Math.min(unmined, 10))
}

export function blocksMs(policy: SettlerPolicy, network: Network, blocks: number): number {
  return Math.max(policy.minimumPatienceMs, blocks * network.blockMs)
}

/** From its `validBefore` on, how long it takes until nothing can bring an authorization into a final block any more. */
export function graceMs(policy: SettlerPolicy, network: Network): number {
  const finality = network.finality.kind === 'tag' ? policy.tagFinalityMs : network.finality.blocks * network.blockMs
  return finality + policy.mineMarginMs + policy.mineMarginBlocks * network.blockMs
}

/** Whether an authorization sent at `now` still has time to be mined. */
export function canStillBeMined(policy: SettlerPolicy, network: Network, validBefore: bigint, now: number): boolean {
  return Number(validBefore) * 1000 - now > policy.mineMarginMs + policy.mineMarginBlocks * network.blockMs
}

/** Whether an authorization began so short a time ago that by the chain's clock it may still be to come. */
export function hasJustBegun(policy: SettlerPolicy, validAfter: bigint, now: number): boolean {
  return now - Number(validAfter) * 1000 < policy.chainClockLagMs
}

/** Whether an authorization is past its `validBefore` and finality. */
export function isClosed(policy: SettlerPolicy, network: Network, validBefore: bigint, now: number): boolean {
  return now > Number(validBefore) * 1000 + graceMs(policy, network)
}

/** Gwei that a signer may spend on this network in a day. */
export function gasBudget(policy: SettlerPolicy, network: Network): bigint {
  return policy.gasBudgets[network.id] ?? policy.gasBudgetGweiPerDay
}
