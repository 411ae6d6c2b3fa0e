import { giveBackInstance, keepInstanceLease, onlyInstance, type InstanceLease } from './ledger/instance-lease.ts'
import type { Ledger } from './ledger/ledger.ts'
import { readInstanceFile, writeInstanceFile } from './ops/instance-file.ts'
import type { Clock, Timers } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import type { Random } from './shared/random.ts'

/** This process among those that share a ledger. */
export interface Instance {
  /** Different at each start. */
  readonly id: string
  readonly lease: InstanceLease
  /** The last thing: what is unfinished belongs to whoever wants it. */
  end(): Promise<void>
}

const newId = (random: Random) => Buffer.from(random.bytes(8)).toString('hex')

/** The only writer of a ledger: whatever another process left is its own. */
export function onlyOne(random: Random): Instance {
  return { id: newId(random), lease: onlyInstance, end: async () => {} }
}

/**
 * One of several. Whoever worked in this data directory before is dead, since the directory is locked for us: what it left is free
 * at once. Who we are is on disk before anything is claimed under that name.
 * @throws Problem `ledger_unavailable`; StoreFailed
 */
export async function openInstance(parts: {
  readonly ledger: Ledger
  readonly directory: string
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
}): Promise<Instance> {
  const { directory, log } = parts
  const id = newId(parts.random)
  const before = readInstanceFile(directory)
  if (before !== null) await giveBackInstance(parts, before)
  const lease = await keepInstanceLease({ ...parts, instance: id })
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
        .catch((error: unknown) => log.warn({ err: error }, 'the lease of this instance is not given back; it runs out by itself')),
  }
}
