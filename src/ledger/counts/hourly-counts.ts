import type { Ledger } from '../ledger.ts'
import type { Clock } from '../../shared/clock.ts'
import type { CountName, Counts } from '../../shared/counts.ts'
import { StoreOutcomeUnknown } from '../../store/store.ts'

const hourMs = 3_600_000
/** Keys of one name and hour: further ones are counted together. What an outsider can write into keys is bounded by this. */
const maxKeys = 2_000

export interface HourlyCounts extends Counts {
  /** Stores what was counted since the last time. Where that fails it is kept for the next time. */
  flush(): Promise<void>
}

/** Counts in memory until they are stored; an event costs no I/O. */
export function createHourlyCounts({ clock, ledger }: { readonly clock: Clock; readonly ledger: Pick<Ledger, 'addCounts'> }): HourlyCounts {
  let waiting: Waiting[] = []
  let hour = hourNow()
  /** What was counted under in this hour, stored or not. */
  let known = new Map<CountName, Set<string>>()
  let counting = new Map<CountName, Map<string, number>>()

  function hourNow(): number {
    return Math.floor(clock.now() / hourMs)
  }

  function endHour(now: number): void {
    putAside()
    known = new Map()
    hour = now
  }

  function putAside(): void {
    for (const [name, keys] of counting) for (const [key, count] of keys) waiting.push({ at: hour * hourMs, name, key, count })
    counting = new Map()
  }

  function isFull(name: CountName, key: string): boolean {
    let keys = known.get(name)
    if (!keys) known.set(name, (keys = new Set()))
    if (keys.has(key)) return false
    if (keys.size >= maxKeys) return true
    keys.add(key)
    return false
  }

  return {
    add(name, key, instead) {
      const now = hourNow()
      if (now !== hour) endHour(now)
      let keys = counting.get(name)
      if (!keys) counting.set(name, (keys = new Map()))
      const before = keys.get(key)
      if (before !== undefined) return void keys.set(key, before + 1)
      const used = instead && isFull(name, key) ? instead() : key
      keys.set(used, (keys.get(used) ?? 0) + 1)
    },
    async flush() {
      putAside()
      const counts = waiting
      if (counts.length === 0) return
      waiting = []
      try {
        await ledger.addCounts({ counts })
      } catch (error) {
        // What may be stored already is not stored again: a count that is a little low is better than one that is twice the truth.
        if (!isUnknown(error)) waiting.push(...counts)
        throw error
      }
    },
  }
}

interface Waiting {
  readonly at: number
  readonly name: CountName
  readonly key: string
  readonly count: number
}

function isUnknown(error: unknown): boolean {
  return error instanceof Error && (error instanceof StoreOutcomeUnknown || error.cause instanceof StoreOutcomeUnknown)
}
