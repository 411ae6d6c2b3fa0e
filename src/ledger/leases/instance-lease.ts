import { hasPassed, type Cancel, type Clock, type Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { instanceLeaseName, noOwner } from './ended-instances.ts'
import type { Leases } from './leases.ts'

/** What an instance can tell about others, and about itself, from the lease that each instance holds for all it owns. */
export interface InstanceLease {
  /** How often ours ran out while we worked, or the ledger lost what was written. After that, another instance may own what was ours. */
  readonly lapses: number
  /** By our own clock ours has run out, or nearly: what we had may be another instance's by now. */
  hasRunOut(): boolean
  /** Instances whose lease ended at or before this moment have ended. 0 while we can't tell: then only those that released theirs. */
  endedBy(): number
}

/** For an instance that shares its ledger with no other. */
export const onlyInstance: InstanceLease = { lapses: 0, hasRunOut: () => false, endedBy: () => 0 }

export interface KeptInstanceLease extends InstanceLease {
  /** Until when we were told that the ledger has ours, in milliseconds since the epoch; 0 where it need not have it. */
  until(): number
  /** The ledger has lost what was written last, so what the leases in it say may be old. */
  lose(): void
  /** Releases it: other instances may take over at once what is left. */
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
  /** Milliseconds without a renewal, after which an instance counts as ended. A restart of the database, or a pause for garbage collection, is shorter. */
  leaseMs: 10_000,
  everyMs: 2_500,
  /** Pause after a renewal that failed. */
  retryMs: 500,
  /** Milliseconds by which clocks may differ. Our lease counts as run out as much earlier. */
  marginMs: 2_000,
  /**
   * Ours must have been renewed without a fault for so long before we decide that others have ended. Where the database was away,
   * or the whole machine was asleep, the leases of all instances ran out, and the others may be renewing theirs just now.
   */
  steadyMs: 5_000,
}

/**
 * Takes the lease of this instance and renews it until it is released. What the instance owns (payments, signers, jobs) is leased
 * for longer, and is still free once this lease has run out.
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
  let renewing: Promise<void> = Promise.resolve()
  let cancel: Cancel = () => {}

  const hasRunOut = () => clock.now() >= held.until - marginMs

  async function take(): Promise<void> {
    const until = clock.now() + leaseMs
    await ledger.takeLease({ name, owner: instance, until, now: clock.now(), force: true })
    if (hasRunOut() && held.until > 0) {
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
      renewing = renew()
    })
  }

  await take()
  next(everyMs)
  return {
    get lapses() {
      return held.lapses
    },
    hasRunOut,
    endedBy() {
      const now = clock.now()
      return held.steadySince !== null && !hasRunOut() && hasPassed(held.steadySince, steadyMs, now) ? now : 0
    },
    until: () => (released ? 0 : held.until),
    lose() {
      held.lapses += 1
      held.steadySince = null
    },
    async release() {
      if (released) return
      released = true
      cancel()
      // A renewal that is under way would take it again.
      await renewing
      await releaseInstance({ ledger, clock }, instance)
    },
  }
}

/** Records that an instance has ended: all it had is free at once. Never for an instance that may still work. */
export async function releaseInstance(
  { ledger, clock }: { readonly ledger: Pick<Leases, 'takeLease'>; readonly clock: Clock },
  instance: string,
): Promise<void> {
  const now = clock.now()
  await ledger.takeLease({ name: instanceLeaseName(instance), owner: noOwner, until: now, now, force: true })
}
