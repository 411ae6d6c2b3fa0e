import type { FaultyChain } from './faulty-world.ts'
import { isMined, sendOwnTransfer } from './own-transfer.ts'
import type { Purchase } from './purchase.ts'

/** The payers' own transfers, as the other nodes of a chain remember them. */
export interface OwnTransfers {
  /** After a reorganisation: sends transfers again that are no longer on the chain and for which `returns` is true. Returns how many are lost. */
  resendReorganised(chain: FaultyChain, returns: () => boolean): Promise<number>
}

/** A transfer older than this is too deep for any reorganisation. */
const youngMs = 60_000

/** A payer that waits for its answer sends its transfer again itself. For a payer that has its answer, the other nodes do. */
export function createOwnTransfers(purchases: readonly Purchase[]): OwnTransfers {
  const lost = new Set<Purchase>()
  return {
    async resendReorganised(chain, returns) {
      const young = Date.now() - youngMs
      const candidates = purchases.filter(
        ({ network, transaction, begunAt, state }) =>
          network === chain.network.id && transaction !== null && begunAt > young && state === 'answered',
      )
      let count = 0
      for (const purchase of candidates) {
        const { transaction } = purchase
        if (transaction === null || lost.has(purchase) || (await isMined(chain, transaction))) continue
        if (returns()) await sendOwnTransfer(chain, transaction)
        else {
          lost.add(purchase)
          count += 1
        }
      }
      return count
    },
  }
}
