import type { FaultyChain } from './faulty-world.ts'
import { isMined, sendOwnTransfer } from './own-transfer.ts'
import type { Purchase } from './purchase.ts'

/** The transfers that payers made themselves, as the other nodes of a chain remember them. */
export interface OwnTransfers {
  /** After a reorganisation: sends again those that are on the chain no more and that `returns` lets return; gives how many are lost. */
  comeBack(chain: FaultyChain, returns: () => boolean): Promise<number>
}

/** A transfer older than this is deeper than any reorganisation. */
const youngMs = 60_000

/** A payer that waits for its answer sends its own again; one that has it does not care, so that is left to the others. */
export function ownTransfers(purchases: readonly Purchase[]): OwnTransfers {
  const lost = new Set<Purchase>()
  return {
    async comeBack(chain, returns) {
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
