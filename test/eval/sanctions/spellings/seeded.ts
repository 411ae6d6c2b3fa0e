/** Random choices that are the same in each run. */
interface SeededRandom {
  /** An integer from 0 to below the limit. */
  below(limit: number): number
  /** @throws RangeError for an empty list. */
  pick<T>(from: readonly T[]): T
  shuffled<T>(from: readonly T[]): T[]
}

/** Choices that depend on this text only: FNV-1a makes it the state of an xorshift generator. */
export function seeded(text: string): SeededRandom {
  let state = 0x811c9dc5
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  state = state >>> 0 || 1
  const below = (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state = (state ^ (state << 5)) >>> 0
    return state % limit
  }
  return {
    below,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new RangeError('nothing to pick from')
      return from[below(from.length)] as T
    },
    shuffled<T>(from: readonly T[]): T[] {
      const all = [...from]
      for (let place = all.length - 1; place > 0; place--) {
        const other = below(place + 1)
        ;[all[place], all[other]] = [all[other] as T, all[place] as T]
      }
      return all
    },
  }
}
