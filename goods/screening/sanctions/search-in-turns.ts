import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { hasPassed } from '../../../src/goods/kit/time.ts'
import { createOrderedRuns, createSingleFlight } from '../../../src/goods/kit/workers.ts'
import { LRUCache } from 'lru-cache'
import type { NameIndex } from './names/name-index.ts'
import { searchNames, type FoundName } from './names/search-names.ts'
import { yieldEventLoop } from './run-in-slices.ts'
import { candidateScore } from './screening.ts'

/** An index, and how its names are searched. */
export interface NameSearch {
  readonly index: NameIndex
  search(name: string): Promise<readonly FoundName[]>
}

/** The search starts slightly below the score of a candidate, because hints may raise a score. */
const minFoundScore = candidateScore - 0.03
/** Longest time for which all searches together block the event loop. */
const turnMs = 8
const keptResults = 1_000

/**
 * Searches an index for name after name. A search that takes long goes on in the next turn of the event loop, and searches that come
 * together share the time of a turn: neither a name that was made up to be slow nor a crowd of names delays other calls.
 */
export function searchInTurns(index: NameIndex, parts: { readonly clock: Clock; readonly timers: Timers }): NameSearch {
  const { clock, timers } = parts
  const kept = new LRUCache<string, readonly FoundName[]>({ max: keptResults })
  const inOrder = createOrderedRuns()
  const share = createSingleFlight<string, readonly FoundName[]>()
  /** When the searches of this turn began; null before. */
  let began: number | null = null

  const turnIsOver = (): boolean => {
    const now = clock.now()
    if (began !== null) return hasPassed(began, turnMs, now)
    began = now
    timers.soon(() => {
      began = null
    })
    return false
  }

  const run = async (name: string): Promise<readonly FoundName[]> => {
    const steps = searchNames(index, name, minFoundScore)
    for (;;) {
      while (turnIsOver()) await yieldEventLoop(timers)
      const step = steps.next()
      if (step.done !== true) continue
      kept.set(name, step.value)
      return step.value
    }
  }

  return {
    index,
    search(name) {
      const known = kept.get(name)
      return known ? Promise.resolve(known) : share(name, () => inOrder('search', () => run(name)))
    },
  }
}
