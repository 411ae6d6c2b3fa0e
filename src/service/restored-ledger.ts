import type { Chains } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { reconcile } from '../operate/reconcile/reconcile.ts'
import { differenceLine } from '../operate/reconcile/reconciliation-text.ts'
import type { ReconcileParts } from '../operate/reconcile/reconcile-parts.ts'
import type { Log } from '../shared/log.ts'

/** A ledger that may lack payments which are on chain, until it was compared with each of them. */
export interface RestoredLedger {
  /** Whether the ledger knows all payments of a network. True of every network where the ledger was not restored. */
  isCompared(network: string): boolean
  /** False while there is no network on which anything may be sold. */
  readonly isUsable: boolean
  /** Whether there is something left to compare. */
  readonly isOpen: boolean
  /** Compares what is left, and takes in what is missing. A network that does not answer stays as it is. */
  compare(): Promise<void>
}

/** Payments of the backup were claimed this long before it was taken at most; and clocks differ. */
const marginMs = 2 * 3_600_000

export async function openRestoredLedger(
  parts: Omit<ReconcileParts, 'ledger'> & { readonly ledger: Ledger; readonly chains: Chains; readonly log: Log },
): Promise<RestoredLedger> {
  const { ledger, chains } = parts
  const log = parts.log.child({ part: 'reconcile' })
  const from = await ledger.restoredFrom()
  const left = new Set<string>(from === null ? [] : chains.keys())
  if (from !== null)
    log.warn(
      { from: new Date(from).toISOString(), networks: [...left] },
      'the ledger was restored: it is compared with the chains before anything is sold',
    )

  async function compareOne(network: string, since: number): Promise<void> {
    const result = await reconcile(parts, { since: { time: since }, network, adopt: true })
    const [compared] = result.networks
    if (!compared) {
      log.warn(
        { network, reason: result.unread[0]?.reason },
        'a restored ledger could not be compared with a network: nothing is sold there until it answers',
      )
      return
    }
    const { adopted, settled_late: late, differs, pending } = compared.kinds
    // One that is released after this look would stay unknown, so the next look decides.
    if (pending) {
      log.info({ network, payments: pending.count }, 'a restored ledger settles what was under way before anything is sold')
      return
    }
    left.delete(network)
    log.info({ network, adopted: adopted?.count ?? 0, settledLate: late?.count ?? 0, differs: differs?.count ?? 0 }, differenceLine(result))
  }

  return {
    isCompared: (network) => !left.has(network),
    get isUsable() {
      return left.size === 0 || left.size < chains.size
    },
    get isOpen() {
      return left.size > 0
    },
    async compare() {
      if (from === null || left.size === 0) return
      for (const network of left) await compareOne(network, from - marginMs)
      if (left.size === 0) await ledger.clearRestored({ from })
    },
  }
}
