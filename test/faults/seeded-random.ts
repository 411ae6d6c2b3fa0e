/** Random numbers that repeat for the same seed. */
export interface SeededRandom {
  /** From 0 up to but not including 1. */
  unit(): number
  /** A whole number from `min` up to and including `max`. */
  whole(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Separate random numbers for one part, so that the parts do not influence each other. */
  fork(part: string): SeededRandom
}

/** mulberry32: small, and good enough to choose faults. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    unit,
    whole: (min, max) => min + Math.floor(unit() * (max - min + 1)),
    chance: (probability) => unit() < probability,
    pick: (list) => list[Math.floor(unit() * list.length)]!,
    fork: (part) =>
      createSeededRandom([...part].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed ^ 0x811c9dc5)),
  }
}
