import { holderOf, ourselves, type Caller } from './caller.ts'

/** A place for one call, from before its payment is claimed until its answer is made. */
export interface CallPlace {
  leave(): void
}

/** So many calls may be worked on or wait at once. */
export interface CallPlaces {
  /** Null when all places are taken, or all that this caller may have. */
  enter(caller: Caller): CallPlace | null
}

/**
 * Places that no caller can take from all others: a client whose callers have settled nothing has half of them at most, all such clients
 * together three quarters, and so has each payer that has settled. One is always theirs.
 */
export function createCallPlaces(maxPlaces: number): CallPlaces {
  const half = Math.max(1, Math.floor(maxPlaces / 2))
  const threeQuarters = Math.max(1, Math.floor((maxPlaces * 3) / 4))
  const mostOfPayer = Math.ceil((maxPlaces * 3) / 4)
  const held = new Map<string, number>()
  let taken = 0
  let takenUnsettled = 0

  function hasRoom(caller: Caller, key: string): boolean {
    if (taken >= maxPlaces) return false
    if (caller === ourselves) return true
    const own = held.get(key) ?? 0
    return caller.standing === 'settled' ? own < mostOfPayer : own < half && takenUnsettled < threeQuarters
  }

  function count(caller: Caller, key: string, change: 1 | -1): void {
    taken += change
    if (caller.standing !== 'settled') takenUnsettled += change
    const own = (held.get(key) ?? 0) + change
    if (own > 0) held.set(key, own)
    else held.delete(key)
  }

  return {
    enter(caller) {
      const key = `${caller.standing === 'settled' ? 'payer' : 'client'} ${holderOf(caller)}`
      if (!hasRoom(caller, key)) return null
      count(caller, key, 1)
      let left = false
      return {
        leave() {
          if (left) return
          left = true
          count(caller, key, -1)
        },
      }
    },
  }
}
