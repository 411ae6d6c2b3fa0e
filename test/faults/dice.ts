/** Random figures that come again from the same seed. */
export interface Dice {
  /** From 0 up to, and not including, 1. */
  unit(): number
  /** A whole number from `least` up to and including `most`. */
  whole(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Dice of their own for a part, so that what one part throws changes nothing for the others. */
  fork(part: string): Dice
}

/** mulberry32: small, and good enough to choose faults by. */
export function createDice(seed: number): Dice {
  let state = seed | 0
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    unit,
    whole: (least, most) => least + Math.floor(unit() * (most - least + 1)),
    chance: (probability) => unit() < probability,
    pick: (list) => list[Math.floor(unit() * list.length)]!,
    fork: (part) => createDice([...part].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed ^ 0x811c9dc5)),
  }
}
