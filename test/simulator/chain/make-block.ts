import type { Block, EventLog, Network, TransactionReceipt } from '../../../src/chain/chain.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { BlockRecord, MinedTransaction } from './blocks.ts'
import type { Execution, Outcome } from './execute.ts'
import { highestCost, type Pool, type WaitingTransaction } from './pool.ts'
import type { WorldState } from './world-state.ts'

export interface BlockPlan {
  readonly network: Network
  readonly execution: Execution
  readonly parent: BlockRecord
  readonly header: Block
  readonly final: bigint
  readonly gasLimit: bigint
  /** Wei; the least that a transaction must pay. */
  readonly baseFee: bigint
  readonly pool: Pool
  /** Only these transactions, in this order; those that can't be mined yet are left out. */
  readonly chosen: readonly WaitingTransaction[] | null
}

/**
 * Puts waiting transactions into a block: first the outsiders' that must be first, then those that pay the miner most, each sender's
 * in the order of their account nonces. Transactions that don't fit stay in the pool.
 */
export function makeBlock(plan: BlockPlan): BlockRecord {
  const { network, execution, parent, header, baseFee } = plan
  const state = parent.state.next()
  const surroundings = { number: header.number, timestamp: header.timestamp, trial: false }
  const transactions: MinedTransaction[] = []
  let gasUsed = 0n
  let logIndex = 0

  function fits(transaction: WaitingTransaction): boolean {
    const { signed, maxFeePerGas, from, gas } = transaction
    if (gasUsed + gas > plan.gasLimit) return false
    if (signed === null) return true
    return signed.nonce === state.accountNonce(from) && maxFeePerGas >= baseFee && state.coins(from) >= highestCost(transaction)
  }

  function include(transaction: WaitingTransaction): void {
    const { from, signed } = transaction
    if (signed) state.setAccountNonce(from, signed.nonce + 1)
    const price = baseFee + tipOf(transaction, baseFee)
    const outcome = execution.run(transaction, state, { ...surroundings, gasPrice: price })
    if (signed) state.addCoins(from, -(outcome.gasUsed * price))
    gasUsed += outcome.gasUsed
    const receipt = receiptOf(network, transaction, outcome, price, header, logIndex)
    logIndex += receipt.logs.length
    transactions.push({ transaction, receipt, moved: outcome.moved })
  }

  if (plan.chosen) {
    for (const transaction of plan.chosen) if (fits(transaction)) include(transaction)
  } else {
    const waiting = plan.pool.all().filter(({ replaced }) => !replaced)
    for (const transaction of waiting.filter(({ first }) => first)) if (fits(transaction)) include(transaction)
    takeByTip(
      waiting.filter(({ first }) => !first),
      state,
      baseFee,
      (transaction) => {
        if (!fits(transaction)) return false
        include(transaction)
        return true
      },
    )
  }
  return { header, parent, state, transactions, gasUsed, final: plan.final }
}

/** The tip that the miner gets per gas, in wei. */
function tipOf({ maxFeePerGas, maxPriorityFeePerGas }: WaitingTransaction, baseFee: bigint): bigint {
  const maxTip = maxFeePerGas - baseFee
  return maxPriorityFeePerGas < maxTip ? maxPriorityFeePerGas : maxTip
}

/** Offers the next transaction of each sender, the best paying first. After a refusal, no other transaction of that sender is offered. */
function takeByTip(
  waiting: readonly WaitingTransaction[],
  state: WorldState,
  baseFee: bigint,
  take: (transaction: WaitingTransaction) => boolean,
): void {
  const bySender = Map.groupBy(waiting, ({ from, signed }) => (signed ? from : `outsider ${from}`))
  const queues = [...bySender.values()].map((queue) => queue.toSorted((one, other) => order(one) - order(other)))
  for (const queue of queues) while (isPast(queue[0], state)) queue.shift()
  for (;;) {
    let best: WaitingTransaction[] | null = null
    for (const queue of queues) if (queue[0] && (best === null || isBetter(queue[0], best[0]!, baseFee))) best = queue
    if (best === null) return
    if (take(best[0]!)) best.shift()
    else best.length = 0
  }
}

function order({ signed, arrival }: WaitingTransaction): number {
  return signed ? signed.nonce : arrival
}

function isPast(transaction: WaitingTransaction | undefined, state: WorldState): boolean {
  return transaction?.signed ? transaction.signed.nonce < state.accountNonce(transaction.from) : false
}

function isBetter(one: WaitingTransaction, other: WaitingTransaction, baseFee: bigint): boolean {
  const [tip, otherTip] = [tipOf(one, baseFee), tipOf(other, baseFee)]
  return tip === otherTip ? one.arrival < other.arrival : tip > otherTip
}

function receiptOf(
  { asset }: Network,
  { hash }: WaitingTransaction,
  { success, gasUsed, events }: Outcome,
  effectiveGasPrice: bigint,
  { number: blockNumber, hash: blockHash }: Block,
  firstLog: number,
): TransactionReceipt {
  const address = asset.toLowerCase() as Hex
  const logs = events.map(({ topics, data }, at): EventLog => ({
    address,
    topics,
    data,
    logIndex: firstLog + at,
    transactionHash: hash,
    blockNumber,
    blockHash,
  }))
  return { hash, status: success ? 'success' : 'reverted', blockNumber, blockHash, gasUsed, effectiveGasPrice, logs }
}
