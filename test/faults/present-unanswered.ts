import type { ChainTransfer } from './chain-books.ts'
import type { LoadContext } from './load.ts'
import { present, presentUntilEnded, recordReply } from './present.ts'

/** Every payer who paid and has no answer presents the payment once more, as a real payer would. Returns how many got an answer. */
export async function presentUnanswered(load: LoadContext, transfers: readonly ChainTransfer[]): Promise<number> {
  const nonces = new Set(transfers.map(({ nonce }) => nonce))
  const hashes = new Set(transfers.map(({ transaction }) => transaction))
  const unserved = load.purchases.filter(
    ({ answers, nonce, transaction }) => answers.length === 0 && (nonces.has(nonce ?? '0x') || hashes.has(transaction?.hash ?? '0x')),
  )
  const deadline = performance.now() + 20_000
  for (const purchase of unserved) {
    if (purchase.state === 'refused') recordReply(purchase, await present(load.entryPoint, purchase))
    else {
      purchase.state = 'open'
      await presentUntilEnded(load.entryPoint, purchase, load.world.chain(purchase.network), () => performance.now() < deadline)
    }
  }
  return unserved.filter(({ answers }) => answers.length > 0).length
}
