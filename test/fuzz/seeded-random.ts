/** Random numbers that repeat: the same seed gives the same numbers on every machine. */
export interface SeededRandom {
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  bytes(length: number): Buffer
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0
  // mulberry32: 32 bits of state are plenty for one input.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number): number => Math.floor((next() / 0x1_0000_0000) * limit)
  return {
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: (share) => next() < share * 0x1_0000_0000,
    pick(list) {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
    bytes(length) {
      const bytes = Buffer.allocUnsafe(length)
      for (let at = 0; at < length; at++) bytes[at] = next() & 255
      return bytes
    },
  }
}

/** The seed of one case, from the run's seed and the parts that name the case. So every case can be repeated alone. */
export function seedFor(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of parts.join('\0')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
