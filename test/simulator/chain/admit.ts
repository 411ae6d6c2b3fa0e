import type { Network, SendResult } from '../../../src/chain/chain.ts'
import type { BlockRecord } from './blocks.ts'
import { intrinsicGas } from './gas.ts'
import { highestCost, type Pool, type WaitingTransaction } from './pool.ts'
import type { SignedTransaction } from './raw-transaction.ts'

export interface Admission {
  readonly network: Network
  readonly pool: Pool
  /** The newest block of the node that was asked, and of the chain. */
  readonly tip: BlockRecord
  readonly head: BlockRecord
  readonly blockGasLimit: bigint
  /** Wei per gas below which the node refuses a transaction; zero for a node that lets it wait. */
  readonly lowestFee: bigint
  readonly arrival: number
}

/** How a node answers a transaction, with the checks in the order of geth. A valid transaction goes into the pool. */
export function admit(transaction: SignedTransaction | null, admission: Admission): SendResult {
  const { network, pool, tip, head, blockGasLimit, lowestFee, arrival } = admission
  if (transaction === null) return 'rejected'
  const { hash, sender, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas, type, chainId } = transaction
  if (pool.has(hash)) return 'already_known'
  if (chainId !== null && chainId !== network.chainId) return 'rejected'
  if (type === 'eip1559' && network.transactions === 'legacy') return 'rejected'
  if (maxPriorityFeePerGas > maxFeePerGas || gas > blockGasLimit || gas < intrinsicGas(data, to === null)) return 'rejected'
  if (maxFeePerGas < lowestFee) return 'underpriced'
  if (nonce < tip.state.accountNonce(sender)) return 'nonce_too_low'
  // A node that lags accepts a transaction that was already mined, and drops it when it has caught up.
  if (nonce < head.state.accountNonce(sender)) return 'accepted'
  const waiting: WaitingTransaction = {
    hash,
    signed: transaction,
    from: sender,
    to,
    data,
    value,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    first: false,
    arrival,
    replaced: false,
  }
  if (pool.committed(sender, nonce) + highestCost(waiting) > tip.state.coins(sender)) return 'no_gas_money'
  return pool.add(waiting)
}

/** The next block's base fee by EIP-1559: up to an eighth more or less, by how far the parent was from half full. */
export function nextBaseFee(baseFee: bigint, gasUsed: bigint, blockGasLimit: bigint): bigint {
  const target = blockGasLimit / 2n
  if (gasUsed === target) return baseFee
  const change = (baseFee * (gasUsed > target ? gasUsed - target : target - gasUsed)) / target / 8n
  if (gasUsed > target) return baseFee + (change > 0n ? change : 1n)
  return baseFee - change
}
