import { createHash } from 'node:crypto'
import type { Random } from '../../../src/shared/random.ts'

/** Randomness that a seed decides. One stream per concern, so that more draws of one change nothing of another. */
export interface SeededRandom extends Random {
  /** In [0, 1). */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** A stream of its own for what the label names. */
  fork(label: string): SeededRandom
}

export function createSeededRandom(seed: number | string): SeededRandom {
  const digest = createHash('sha256').update(String(seed)).digest()
  let [a, b, c, d] = [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)]

  /** sfc32, a small fast generator. */
  function word(): number {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  const next = () => word() / 2 ** 32
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    fork: (label) => createSeededRandom(`${seed}/${label}`),
    bytes(length) {
      const bytes = new Uint8Array(length)
      for (let index = 0; index < length; index += 1) bytes[index] = word() & 0xff
      return bytes
    },
  }
}
