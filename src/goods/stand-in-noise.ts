/** A number that stands for a text, the same every time (FNV-1a). */
export function seedOf(text: string): number {
  let seed = 2_166_136_261
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return seed
}

/** From 0 to below 1, the same every time for a seed and a count. It is cheap, because a page of candles asks for thousands. */
export function luck(seed: number, count: number): number {
  let mixed = Math.imul(seed ^ Math.imul(count, 2_654_435_761), 2_246_822_507)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/**
 * Periods of the waves in hours, each with the share that it has in the movement of a day: its size grows with the root of its
 * period, as in a random walk. None divides a day, so no two days are alike.
 */
const waves = [9, 31, 97, 331, 1_009, 4_001].map((hours) => ({ turn: (2 * Math.PI) / hours, size: 0.352 * Math.sqrt(hours / 24) }))
const hourlySize = 0.28

/**
 * How far something has drifted from its usual level at the start of an hour since the epoch, in typical movements of a day: its
 * changes over 24 hours have a standard deviation of about 1. It never leaves -10 to 10.
 */
export function driftOf(seed: number): (hour: number) => number {
  const phases = waves.map((_, index) => 2 * Math.PI * luck(seed, -1 - index))
  return (hour) => {
    let sum = hourlySize * (2 * luck(seed, hour) - 1)
    for (let index = 0; index < waves.length; index++) {
      const { turn, size } = waves[index]!
      sum += size * Math.sin(turn * hour + phases[index]!)
    }
    return sum
  }
}
