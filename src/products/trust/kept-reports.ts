import { LRUCache } from 'lru-cache'
import type { Hex } from '../../shared/bytes.ts'
import { type Clock, hasPassed } from '../../shared/clock.ts'

/** What was found out about an address. */
export interface Report {
  /** Milliseconds since the epoch. */
  readonly observedAt: number
  /** Something could not be observed that may be there the next time. */
  readonly partial: boolean
}

export interface Kept<R extends Report> {
  readonly report: R
  /** Whether it was in hand. */
  readonly cached: boolean
}

const keptMs = 120_000
/** What was missing may be back soon. */
const keptPartialMs = 15_000

/** Looks at an address once for all who ask at the same time, and keeps what was seen for two minutes. */
export function keepReports<C extends { readonly clock: Clock }, R extends Report>(
  most: number,
  look: (address: Hex, context: C) => Promise<R>,
): (address: Hex, context: C) => Promise<Kept<R>> {
  const kept = new LRUCache<Hex, R>({ max: most })
  const underWay = new Map<Hex, Promise<R>>()

  async function lookAndKeep(address: Hex, context: C): Promise<R> {
    const report = await look(address, context)
    kept.set(address, report)
    return report
  }

  return async (address, context) => {
    const held = kept.get(address)
    if (held && !hasPassed(held.observedAt, held.partial ? keptPartialMs : keptMs, context.clock.now()))
      return { report: held, cached: true }
    const running = underWay.get(address) ?? lookAndKeep(address, context).finally(() => underWay.delete(address))
    underWay.set(address, running)
    return { report: await running, cached: false }
  }
}
