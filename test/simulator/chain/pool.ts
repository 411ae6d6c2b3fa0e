import type { Hex } from '../../../src/shared/bytes.ts'
import type { Call } from './execute.ts'
import type { SignedTransaction } from './raw-transaction.ts'

/** A transaction that waits for a block: signed and sent to a node, or an outsider's. */
export interface WaitingTransaction extends Call {
  readonly hash: Hex
  /** As it was sent. Null for an outsider's transaction, which has no signature and no account nonce, and pays no gas. */
  readonly signed: SignedTransaction | null
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Goes into the next block before all others. */
  readonly first: boolean
  /** Order of arrival. */
  readonly arrival: number
  /** Another transaction with its account nonce pays more; some miner may still know this one. */
  readonly replaced: boolean
}

export type PoolAnswer = 'accepted' | 'already_known' | 'underpriced'

/** Waiting transactions, the same for all nodes of a chain. */
export interface Pool {
  /** In the order of arrival. */
  all(): WaitingTransaction[]
  has(hash: Hex): boolean
  /** The transaction that a miner would take for this account nonce. */
  at(sender: Hex, nonce: number): WaitingTransaction | undefined
  /** Highest total cost of the sender's waiting transactions, in wei, without the one at this account nonce. */
  committed(sender: Hex, butNonce: number): bigint
  /** The first account nonce from `nonce` on that has no waiting transaction. */
  nonceAfter(sender: Hex, nonce: number): number
  add(transaction: WaitingTransaction): PoolAnswer
  drop(which: (transaction: WaitingTransaction) => boolean): void
}

/** A pool replaces a transaction by one with the same account nonce if both of its fees are this many percent higher. */
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
      // The new transaction may be one that was itself replaced earlier.
      waiting = waiting.filter((one) => one.hash !== hash)
      waiting.push(transaction)
      return 'accepted'
    },
    drop(which) {
      waiting = waiting.filter((one) => !which(one))
    },
  }
}

/** Highest cost of a transaction for its sender, in wei. */
export function highestCost({ gas, maxFeePerGas, value }: WaitingTransaction): bigint {
  return gas * maxFeePerGas + value
}

function outbids(one: WaitingTransaction, other: WaitingTransaction): boolean {
  const enough = (offered: bigint, before: bigint) => offered >= (before * (100n + priceBump)) / 100n && offered > before
  return enough(one.maxFeePerGas, other.maxFeePerGas) && enough(one.maxPriorityFeePerGas, other.maxPriorityFeePerGas)
}
