import { RpcRejected, RpcUnreachable, type Chain, type Chains } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { SignerMark } from '../../ledger/reconcile/signer-marks.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { differenceLine } from '../reconcile/reconciliation-text.ts'
import type { ReconcileParts } from '../reconcile/reconcile-parts.ts'
import { beginMarks, lookForUnknown, type UnknownTransactions } from '../reconcile/unknown-transactions.ts'
import { createLaterComparisons } from './later-comparisons.ts'
import { alarmFields } from '../../shared/alarm.ts'
import type { Log } from '../../shared/log.ts'

/** A restored ledger. It may lack payments that are on chain until it has been compared with every chain. */
export interface RestoredLedger {
  /** Whether the ledger knows all payments of a network, as far as its restore and the transactions of the signers show. */
  isCompared(network: string): boolean
  /** False while there is no network on which anything may be sold. */
  readonly isUsable: boolean
  /** Whether there is something left to compare, or a network that was not asked yet. */
  readonly isOpen: boolean
  /** Compares what is left, and takes in what is missing. A network that does not answer stays as it is. */
  compare(): Promise<void>
  /** Looks again whether the chains have transactions of the signers that the ledger does not know. Meanwhile sales go on. */
  lookAgain(): Promise<void>
  /** The ledger may have lost what was written since this moment, in milliseconds since the epoch. All networks are compared before more is sold. */
  reopen(since: number): void
  /** When that was last, in milliseconds since the epoch; 0 while it was not. */
  readonly reopenedAt: number
  /** Since when payments of a network may be missing which are found only now; null where none is. Milliseconds since the epoch. */
  mayLackSince(network: string): number | null
}

type RestoredParts = Omit<ReconcileParts, 'ledger'> & {
  readonly ledger: Ledger
  readonly chains: Chains
  readonly log: Log
  /** Whether the chains are asked what the signers have sent. Not in a sandbox, where other ledgers have the same signers. */
  readonly asksChains: boolean
  /** Called after a network was compared: calls that this process remembers are named in what was taken in. */
  readonly onCompared?: (since: number) => Promise<void>
}

/** What a network must be compared for. */
interface Comparison {
  /** Everything before is known. Milliseconds since the epoch. */
  readonly since: number
  /** The last block of it. Other instances may sell later, so that something is always under way in newer blocks. Null where nobody sells. */
  readonly until: bigint | null
  readonly marks: readonly SignerMark[]
  /** The ledger is new: that it lacks anything is only possible. */
  readonly isNew?: boolean
  /** The service ran when the ledger lost it: what is still under way does not hold up sales, since it is compared again. */
  readonly whileRunning?: boolean
}

/** Failed comparisons that a new ledger waits for, about one a second. */
const maxTries = 30

/** Milliseconds before the backup in which its payments may have been claimed, with a margin for clocks. */
const marginMs = 2 * 3_600_000
/** Where the service itself knows the moment, only clocks differ. */
export const ownMarginMs = 10 * 60_000

/**
 * To be called before the settler sends anything. The ledger may be one that `farthing restore` wrote, which is marked; or an older copy that
 * was put in place in another way, which shows when the signers have sent more than it knows.
 */
export async function openRestoredLedger(given: RestoredParts): Promise<RestoredLedger> {
  const { ledger, chains } = given
  const parts = { ...given, log: given.log.child({ part: 'reconcile' }) }
  const marked = await ledger.restoredFrom()
  let from = marked
  if (parts.asksChains) await beginMarks(parts, [...chains.keys()])
  const hasSigners = parts.asksChains && (await ledger.signerMarks()).length > 0
  const unasked = new Set<string>(hasSigners ? chains.keys() : [])
  let reopenedAt = 0
  const failures = new Map<string, number>()
  const again = createLaterComparisons(given.clock)
  const left = new Map<string, Comparison>(
    marked === null ? [] : [...chains.keys()].map((network) => [network, { since: marked, until: null, marks: [] }]),
  )
  if (marked !== null)
    parts.log.warn(
      { from: new Date(marked).toISOString(), networks: [...left.keys()] },
      'the ledger was restored: it is compared with the chains before anything is sold',
    )

  async function ask(chain: Chain): Promise<void> {
    const { id } = chain.network
    const found = await look(parts, chain, from === null ? 'held' : 'restored')
    if (found === 'unread') return
    if (found !== null) {
      const restored = left.get(id)
      const { since, marks } = found
      left.set(id, restored ? { ...restored, since: Math.min(restored.since, since), marks } : found)
    }
    unasked.delete(id)
  }

  async function compareLeft(network: string, comparison: Comparison): Promise<void> {
    const compared = await compareOne(parts, network, comparison)
    if (compared) again.begin(network, comparison.since)
    // It was reopened meanwhile, since the ledger lost something once more.
    if (left.get(network) !== comparison) return
    if (!compared) failures.set(network, (failures.get(network) ?? 0) + 1)
    // Who starts anew must not be held up by a node that answers no questions about logs.
    const isGivenUp = !compared && comparison.isNew === true && failures.get(network)! >= maxTries
    if (compared || isGivenUp) left.delete(network)
    if (isGivenUp) for (const mark of comparison.marks) await ledger.markSigner(mark)
  }

  return {
    isCompared: (network) => !left.has(network) && !unasked.has(network),
    get isUsable() {
      return left.size === 0 || left.size < chains.size
    },
    get isOpen() {
      return left.size > 0 || unasked.size > 0
    },
    async compare() {
      await Promise.all([...chains.values()].filter(({ network }) => unasked.has(network.id)).map(ask))
      const asked = [...left].filter(([network]) => !unasked.has(network))
      await Promise.all(asked.map(([network, comparison]) => compareLeft(network, comparison)))
      if (from !== null && left.size === 0) {
        await ledger.clearRestored({ from })
        from = null
      }
      for (const { network, since } of again.due())
        if (!left.has(network)) await compareOne(parts, network, { since, until: null, marks: [], whileRunning: true }, 'quiet')
    },
    async lookAgain() {
      if (!hasSigners) return
      for (const chain of chains.values()) {
        const { id } = chain.network
        if (left.has(id) || unasked.has(id)) continue
        const found = await look(parts, chain, 'selling')
        if (found !== null && found !== 'unread') await compareOne(parts, id, found)
      }
    },
    get reopenedAt() {
      return reopenedAt
    },
    reopen(since) {
      reopenedAt = given.clock.now()
      from = Math.min(from ?? since, since)
      for (const network of chains.keys()) {
        const before = left.get(network)
        left.set(network, { since: Math.min(before?.since ?? since, since), until: null, marks: before?.marks ?? [], whileRunning: true })
        if (hasSigners) unasked.add(network)
      }
    },
    mayLackSince: (network) => left.get(network)?.since ?? again.since(network),
  }
}

/** What the ledger does not know of the signers on a network; null where that is nothing, or nothing to compare for. */
async function look(
  parts: RestoredParts,
  chain: Chain,
  when: 'held' | 'selling' | 'restored',
): Promise<UnknownTransactions | null | 'unread'> {
  if (chain.awaited) return 'unread'
  try {
    const found = await lookForUnknown(parts, chain)
    if (found === null) return null
    const { count: transactions, signers, since } = found
    const fields = { network: chain.network.id, transactions, signers }
    if (found.isNew) parts.log.warn({ ...fields, page: 'docs/operate/backups.md' }, newLedger)
    else {
      const message = when === 'held' ? `${oldLedger}. Nothing new is sold on this network until then` : oldLedger
      // A ledger that farthing restore wrote is known to be older.
      if (when !== 'restored')
        parts.log.error({ ...alarmFields('old_ledger'), ...fields, knownUntil: new Date(since).toISOString() }, message)
    }
    return found
  } catch (error) {
    if (!(error instanceof RpcUnreachable || error instanceof RpcRejected)) throw error
    parts.log.debug({ network: chain.network.id, err: error }, 'the transactions of the signers were not asked for')
    return 'unread'
  }
}

const oldLedger =
  'the signers have sent transactions that this ledger does not know: an older copy of it was put in place, or another program has their keys. It is compared with the chain, and takes in what it lacks'
const newLedger =
  'this ledger is new, and its signers have sent transactions before: payments of the last day are taken in as credits. If there is an older ledger, stop the service, and put that back with farthing restore'

/** Whether the network has been compared, and everything that was found is in the ledger. */
async function compareOne(
  parts: RestoredParts,
  network: string,
  { since, until, marks, whileRunning = false }: Comparison,
  how: 'quiet' | null = null,
): Promise<boolean> {
  const { log, ledger } = parts
  const span = { since: { time: Math.max(0, since - (whileRunning ? ownMarginMs : marginMs)) }, ...(until !== null && { to: until }) }
  const result = await reconcile(parts, { ...span, network, adopt: true })
  const [compared] = result.networks
  if (!compared) {
    const reason = result.unread[0]?.reason
    log.warn(
      { network, reason },
      'a ledger that may lack payments could not be compared with a network: nothing is sold there until it answers',
    )
    return false
  }
  const { adopted, settled_late: late, differs, pending } = compared.kinds
  // One that is released after this look would stay unknown, so the next look decides.
  if ((pending && !whileRunning) || (until !== null && compared.toBlock < until)) {
    log.info(
      { network, payments: pending?.count ?? 0 },
      'a ledger that may lack payments settles what was under way before anything is sold',
    )
    return false
  }
  for (const mark of marks) await ledger.markSigner(mark)
  await parts.onCompared?.(since)
  if (how === 'quiet' && !adopted && !late) return true
  log.info({ network, adopted: adopted?.count ?? 0, settledLate: late?.count ?? 0, differs: differs?.count ?? 0 }, differenceLine(result))
  return true
}
