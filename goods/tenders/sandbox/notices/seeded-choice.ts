/** Choices that depend on a seed alone: the same seed makes the same choices in the same order. */
export interface SeededChoice {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  chance(share: number): boolean
  pick<T>(all: readonly [T, ...T[]]): T
  hex(length: number): string
}

export function createSeededChoice(seed: string): SeededChoice {
  let state = 2_166_136_261
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 16_777_619) >>> 0
  // Mulberry32: good enough for play data, and fast.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    chance: (share) => next() < share,
    pick: (all) => all[below(all.length)] ?? all[0],
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
  }
}
