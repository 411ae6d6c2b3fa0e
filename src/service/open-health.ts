import type { Chain } from '../chain/chain.ts'
import { answersNow } from '../chain/reachability.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ClockWatch } from '../ops/clock-watch.ts'
import type { DiskWatch } from '../ops/disk-watch.ts'
import { createHealth, type Health } from '../ops/health.ts'
import type { Settler } from '../settler/settler.ts'
import { hasPassed, type Clock, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'

export interface ServiceHealthParts {
  readonly ledger: Ledger
  readonly chains: ReadonlyMap<string, Chain>
  /** The chains that answers are read from. */
  readonly dataChains: ReadonlyMap<string, Chain>
  readonly settler: Settler
  /** Whether any offer with a price can be sold now. */
  readonly canSell: () => boolean
  readonly clockWatch: ClockWatch
  readonly disk: DiskWatch
  readonly instance: string
}

/** Where nobody buys, the signers' gas money is looked at so often. */
const gasMs = 30_000

/**
 * What is checked to know whether the service can sell. Critical are the ledger, that one network at least can be asked, and that
 * something can be sold; the rest is shown.
 */
export function openHealth(
  { system, log }: { readonly system: { readonly clock: Clock; readonly timers: Timers }; readonly log: Log },
  { ledger, chains, dataChains, settler, canSell, clockWatch, disk, instance }: ServiceHealthParts,
): Health {
  const { clock, timers } = system
  const health = createHealth({ timers, log })
  // By writing: on a full disk reading goes on and nothing can be sold.
  health.register('ledger', async () => {
    const now = clock.now()
    await ledger.takeLease({ name: 'health', owner: instance, until: now, now, force: true })
  })
  // The chains themselves log when they stop answering, and when they answer again.
  for (const [id, chain] of chains)
    health.register(id, async () => clockWatch.sawBlock(id, (await chain.head()).timestamp), { critical: false, quiet: true })
  if (dataChains !== chains) {
    for (const [id, chain] of dataChains)
      health.register(readCheck(id), async () => void (await chain.head()), { critical: false, quiet: true })
  }
  const checkClock = () => {
    if (clockWatch.isOff()) throw new Error('the clock of this machine is wrong')
  }
  // The watch logs it itself.
  health.register('clock', checkClock, { critical: false, quiet: true })
  const checkDisk = () => {
    if (disk.isLow()) throw new Error('little room is left where DATA_DIR is')
  }
  health.register('disk', checkDisk, { critical: false, quiet: true })
  health.require('time', clockWatch.maySell)
  health.require('networks', () => [...chains.values()].some(answersNow))
  health.require('sales', canSell)
  for (const id of chains.keys()) {
    let lookedAt = Number.NEGATIVE_INFINITY
    const probe = () => {
      if (hasPassed(lookedAt, gasMs, clock.now())) {
        lookedAt = clock.now()
        // It reads the balances for the next time. Otherwise an idle network would find out at its next payment that it has no gas money.
        settler.canSettle(id, { amount: 0n })
      }
      const reason = settler.heldBy(id)
      if (reason !== null) throw new Error(`nothing can be settled: ${reason}`)
    }
    // The settler logs a hold itself.
    if (settler.networks.has(id)) health.register(`settlement ${id}`, probe, { critical: false, quiet: true })
  }
  const { isFacilitatorUp } = settler
  if (isFacilitatorUp) {
    const probe = () => {
      if (!isFacilitatorUp()) throw new Error('the facilitator does not settle')
    }
    health.register('facilitator', probe, { critical: false })
  }
  return health
}

/** The name of the check of a chain that is only read. */
export function readCheck(network: string): string {
  return `reading ${network}`
}
