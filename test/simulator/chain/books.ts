import type { Hex } from '../../../src/shared/bytes.ts'
import type { Blocks } from './blocks.ts'

/** USDC that came to an account. */
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

/** What an account received on the present branch, in the order of the chain; `payee` in lower case. */
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

/** The transactions of an account with a key on the present branch, and what they cost; `sender` in lower case. */
export function spentBy(blocks: Blocks, sender: Hex): Spent {
  const own = blocks.all().flatMap(({ transactions }) => transactions.filter(({ transaction }) => transaction.signed?.sender === sender))
  return {
    hashes: own.map(({ receipt }) => receipt.hash),
    gasSpent: own.reduce((wei, { receipt }) => wei + receipt.gasUsed * receipt.effectiveGasPrice, 0n),
  }
}
