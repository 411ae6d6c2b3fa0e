import { hasPassed, type Cancel, type Clock, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { instanceLeaseName, nobody } from './instances-gone.ts'
import type { Leases } from './leases.ts'

/** What an instance knows of others, and must doubt of itself, by the lease that each holds for all that it has. */
export interface InstanceLease {
  /** How often ours ran out while we worked: what was ours before may be another's. */
  readonly lapses: number
  /** Instances whose lease ended at or before this moment are gone. 0 while we can't tell: then only those that gave theirs back. */
  goneBy(): number
}

/** Of the one instance there is. */
export const onlyInstance: InstanceLease = { lapses: 0, goneBy: () => 0 }

export interface KeptInstanceLease extends InstanceLease {
  /** Gives it back: what is left belongs to whoever wants it. */
  release(): Promise<void>
}

/** Figures in milliseconds. */
export interface InstanceLeasePolicy {
  readonly leaseMs: number
  readonly everyMs: number
  readonly retryMs: number
  readonly marginMs: number
  readonly steadyMs: number
}

const defaults: InstanceLeasePolicy = {
  /** So long after its last sign of life is an instance gone. A database that restarts, or a pause for garbage, is shorter. */
  leaseMs: 10_000,
  everyMs: 2_500,
  /** Pause after one that failed. */
  retryMs: 500,
  /** Clocks may lie so far apart: so much before its end we count ours as run out. */
  marginMs: 2_000,
  /**
   * Ours must have been renewed without a fault for so long before we say of others that they are gone: where the database was
   * away, or the whole machine was asleep, theirs ran out like ours, and they renew it in the moment in which we look.
   */
  steadyMs: 5_000,
}

/**
 * Takes the lease of this instance and keeps it until it is given back. What it owns besides (payments, signers, jobs) is leased
 * for longer, and is free all the same once this one has run out.
 * @throws Problem `ledger_unavailable` when it can't be taken at first.
 */
export async function keepInstanceLease(parts: {
  readonly ledger: Pick<Leases, 'takeLease'>
  readonly instance: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly policy?: Partial<InstanceLeasePolicy>
}): Promise<KeptInstanceLease> {
  const { ledger, instance, clock, timers, log } = parts
  const { leaseMs, everyMs, retryMs, marginMs, steadyMs } = { ...defaults, ...parts.policy }
  const name = instanceLeaseName(instance)
  const held = { until: 0, steadySince: null as number | null, lapses: 0 }
  let released = false
  let underWay: Promise<void> = Promise.resolve()
  let cancel: Cancel = () => {}

  const ranOut = () => clock.now() >= held.until - marginMs

  async function take(): Promise<void> {
    const until = clock.now() + leaseMs
    await ledger.takeLease({ name, owner: instance, until, now: clock.now(), force: true })
    if (ranOut() && held.until > 0) {
      held.lapses += 1
      held.steadySince = null
      log.warn({ sinceMs: clock.now() - held.until }, 'the lease of this instance had run out: others may have taken over what it had')
    }
    held.until = until
    held.steadySince ??= clock.now()
  }

  async function renew(): Promise<void> {
    try {
      await take()
      next(everyMs)
    } catch (error) {
      if (held.steadySince !== null) log.warn({ err: error }, 'the lease of this instance is not renewed')
      held.steadySince = null
      next(retryMs)
    }
  }

  function next(ms: number): void {
    if (released) return
    cancel = timers.after(ms, () => {
      underWay = renew()
    })
  }

  await take()
  next(everyMs)
  return {
    get lapses() {
      return held.lapses
    },
    goneBy() {
      const now = clock.now()
      return held.steadySince !== null && !ranOut() && hasPassed(held.steadySince, steadyMs, now) ? now : 0
    },
    async release() {
      if (released) return
      released = true
      cancel()
      // One that comes late would take it again.
      await underWay
      await giveBackInstance({ ledger, clock }, instance)
    },
  }
}

/** Says that an instance has ended: all that it had is free at once. To be told of no instance that may yet work. */
export async function giveBackInstance(
  { ledger, clock }: { readonly ledger: Pick<Leases, 'takeLease'>; readonly clock: Clock },
  instance: string,
): Promise<void> {
  const now = clock.now()
  await ledger.takeLease({ name: instanceLeaseName(instance), owner: nobody, until: now, now, force: true })
}
