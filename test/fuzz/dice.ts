/** Chance that repeats: the same seed gives the same throws, on every machine. */
export interface Dice {
  /** A whole number from 0 up to `limit`, without it. */
  below(limit: number): number
  /** A whole number from `least` to `most`, both with it. */
  between(least: number, most: number): number
  /** True in this share of the throws, from 0 to 1. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  bytes(length: number): Buffer
}

export function dice(seed: number): Dice {
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
    between: (least, most) => least + below(most - least + 1),
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

/** The seed of one case, made of the run's seed and what names the case, so that every case can be made alone. */
export function seedFor(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of parts.join('\0')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
