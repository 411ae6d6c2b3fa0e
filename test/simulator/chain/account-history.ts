import type { Hex } from '../../../src/shared/bytes.ts'
import type { Blocks } from './blocks.ts'

/** A transfer of USDC to an account. */
export interface Received {
  readonly transaction: Hex
  readonly blockNumber: bigint
  readonly from: Hex
  readonly value: bigint
  /** Of the authorization, null for a plain transfer. */
  readonly nonce: Hex | null
}

export interface Spent {
  readonly hashes: readonly Hex[]
  /** Wei. */
  readonly gasSpent: bigint
}

/** Transfers to an account on the current branch, in the order of the chain; `payee` in lower case. */
export function receivedBy(blocks: Blocks, payee: Hex): Received[] {
  return blocks
    .all()
    .flatMap(({ header, transactions }) =>
      transactions.flatMap(({ transaction, moved }) =>
        moved
          .filter(({ to }) => to === payee)
          .map(({ from, value, nonce }) => ({ transaction: transaction.hash, blockNumber: header.number, from, value, nonce })),
      ),
    )
}

/** Signed transactions of an account on the current branch, and their cost; `sender` in lower case. */
export function spentBy(blocks: Blocks, sender: Hex): Spent {
  const own = blocks.all().flatMap(({ transactions }) => transactions.filter(({ transaction }) => transaction.signed?.sender === sender))
  return {
    hashes: own.map(({ receipt }) => receipt.hash),
    gasSpent: own.reduce((wei, { receipt }) => wei + receipt.gasUsed * receipt.effectiveGasPrice, 0n),
  }
}
