import type { Clock } from '../../shared/clock.ts'

/** Networks that are compared again after they were, since a transaction that the ledger lost may be mined later. */
export interface LaterComparisons {
  /** @param since what may be missing was written after it, in milliseconds since the epoch */
  begin(network: string, since: number): void
  /** Those of which the time has come. */
  due(): readonly { readonly network: string; readonly since: number }[]
  /** Since when something may be missing; null where nothing is expected any longer. */
  since(network: string): number | null
}

/** Milliseconds after the comparison. An authorization is valid for an hour at most, and its block has to become deep enough. */
const pausesMs = [3_000, 10_000, 30_000, 70_000, 300_000, 900_000, 1_800_000, 3_900_000]

export function createLaterComparisons(clock: Clock): LaterComparisons {
  const running = new Map<string, { readonly since: number; readonly at: number; done: number }>()
  return {
    begin(network, since) {
      const before = running.get(network)
      running.set(network, { since: Math.min(before?.since ?? since, since), at: clock.now(), done: 0 })
    },
    due() {
      const passed = clock.now()
      const found: { network: string; since: number }[] = []
      for (const [network, one] of running) {
        if (passed - one.at < pausesMs[one.done]!) continue
        found.push({ network, since: one.since })
        one.done += 1
        if (one.done === pausesMs.length) running.delete(network)
      }
      return found
    },
    since: (network) => running.get(network)?.since ?? null,
  }
}
