import type { ChainTransfer } from './chain-books.ts'
import type { Market } from './market.ts'
import { present, presentUntilEnded, take } from './present.ts'

/** Who paid and has no answer brings the payment once more, as a person would who complains; gives how many got one. */
export async function bringAgain(market: Market, transfers: readonly ChainTransfer[]): Promise<number> {
  const nonces = new Set(transfers.map(({ nonce }) => nonce))
  const hashes = new Set(transfers.map(({ transaction }) => transaction))
  const unserved = market.purchases.filter(
    ({ answers, nonce, transaction }) => answers.length === 0 && (nonces.has(nonce ?? '0x') || hashes.has(transaction?.hash ?? '0x')),
  )
  const deadline = performance.now() + 20_000
  for (const purchase of unserved) {
    if (purchase.state === 'refused') take(purchase, await present(market.door, purchase))
    else {
      purchase.state = 'open'
      await presentUntilEnded(market.door, purchase, market.world.chain(purchase.network), () => performance.now() < deadline)
    }
  }
  return unserved.filter(({ answers }) => answers.length > 0).length
}
