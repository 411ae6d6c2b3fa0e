import { releaseInstance, keepInstanceLease, onlyInstance, type InstanceLease } from '../ledger/leases/instance-lease.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ServerWatch } from '../ledger/opening/watch-server.ts'
import { readInstanceFile, writeInstanceFile } from '../ops/instance-file.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Random } from '../shared/random.ts'

/** This process, as one of those that share a ledger. */
export interface Instance {
  /** Different at each start. */
  readonly id: string
  readonly lease: InstanceLease
  /** To be called last: from then on other instances may take over what is unfinished. */
  end(): Promise<void>
}

const newId = (random: Random) => Buffer.from(random.bytes(8)).toString('hex')

/** The only writer of a ledger, which owns whatever an earlier process left. */
export function onlyOne(random: Random): Instance {
  return { id: newId(random), lease: onlyInstance, end: async () => {} }
}

/**
 * One of several instances. The process that worked in this data directory before has ended, since we hold the directory's lock. So
 * what it left is freed at once. Our own name is on disk before anything is claimed under it.
 * @throws Problem `ledger_unavailable`; StoreFailed
 */
export async function openInstance(parts: {
  readonly ledger: Ledger
  readonly directory: string
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  /** Notices when the ledger loses what was written last, such as our lease. */
  readonly server: ServerWatch
}): Promise<Instance> {
  const { directory, log } = parts
  const id = newId(parts.random)
  const before = readInstanceFile(directory)
  if (before !== null) await releaseInstance(parts, before)
  const lease = await keepInstanceLease({ ...parts, instance: id })
  parts.server.follow({ instance: id, until: () => lease.until() })
  parts.server.onLoss(() => lease.lose())
  try {
    writeInstanceFile(directory, id)
  } catch (error) {
    await lease.release().catch(() => {})
    throw error
  }
  return {
    id,
    lease,
    end: () =>
      lease
        .release()
        .catch((error: unknown) => log.warn({ err: error }, 'the lease of this instance could not be released; it will run out')),
  }
}
