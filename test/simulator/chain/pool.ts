import type { Hex } from '../../../src/shared/bytes.ts'
import type { Call } from './execute.ts'
import type { SignedTransaction } from './raw-transaction.ts'

/** A transaction that waits for a block: signed and sent to a node, or an outsider's. */
export interface WaitingTransaction extends Call {
  readonly hash: Hex
  /** As it was sent; null for an outsider's, which has neither signature nor account nonce, and pays for no gas. */
  readonly signed: SignedTransaction | null
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Goes into the next block before everything else. */
  readonly first: boolean
  /** Order in which they came. */
  readonly arrival: number
  /** Another one with its account nonce pays more; some miner may know it still. */
  readonly replaced: boolean
}

export type PoolAnswer = 'accepted' | 'already_known' | 'underpriced'

/** Transactions that wait, the same for all nodes of a chain. */
export interface Pool {
  /** In the order in which they came. */
  all(): WaitingTransaction[]
  has(hash: Hex): boolean
  /** The one that a miner would take at this account nonce. */
  at(sender: Hex, nonce: number): WaitingTransaction | undefined
  /** What the sender's waiting transactions may cost at most, in wei, but the one at this account nonce. */
  committed(sender: Hex, butNonce: number): bigint
  /** The account nonce after those that follow one another without a gap from `nonce` on. */
  nonceAfter(sender: Hex, nonce: number): number
  add(transaction: WaitingTransaction): PoolAnswer
  drop(which: (transaction: WaitingTransaction) => boolean): void
}

/** A pool takes another transaction with the same account nonce where both of its fees are this many percent higher. */
const priceBump = 10n

export function createPool(): Pool {
  let waiting: WaitingTransaction[] = []

  const at = (sender: Hex, nonce: number) =>
    waiting.find((one) => !one.replaced && one.signed !== null && one.from === sender && one.signed.nonce === nonce)

  return {
    all: () => [...waiting],
    has: (hash) => waiting.some((one) => one.hash === hash && !one.replaced),
    at,
    committed(sender, butNonce) {
      let wei = 0n
      for (const one of waiting) {
        if (one.signed && one.from === sender && !one.replaced && one.signed.nonce !== butNonce) wei += highestCost(one)
      }
      return wei
    },
    nonceAfter(sender, nonce) {
      let next = nonce
      while (at(sender, next) !== undefined) next += 1
      return next
    },
    add(transaction) {
      const { hash, signed } = transaction
      if (waiting.some((one) => one.hash === hash && !one.replaced)) return 'already_known'
      const known = signed && at(signed.sender, signed.nonce)
      if (known) {
        if (!outbids(transaction, known)) return 'underpriced'
        waiting = waiting.map((one) => (one === known ? { ...one, replaced: true } : one))
      }
      // The one that replaces it may be one that was replaced itself.
      waiting = waiting.filter((one) => one.hash !== hash)
      waiting.push(transaction)
      return 'accepted'
    },
    drop(which) {
      waiting = waiting.filter((one) => !which(one))
    },
  }
}

/** The most that a transaction may cost its sender, in wei. */
export function highestCost({ gas, maxFeePerGas, value }: WaitingTransaction): bigint {
  return gas * maxFeePerGas + value
}

function outbids(one: WaitingTransaction, other: WaitingTransaction): boolean {
  const enough = (offered: bigint, before: bigint) => offered >= (before * (100n + priceBump)) / 100n && offered > before
  return enough(one.maxFeePerGas, other.maxFeePerGas) && enough(one.maxPriorityFeePerGas, other.maxPriorityFeePerGas)
}
