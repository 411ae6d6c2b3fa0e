import type { RoundData } from './contract-reads.ts'

/** One round of a price feed. */
export interface FeedRound {
  /** Of the proxy: the phase in the bits above the lowest 64, and the number of the round in these. */
  readonly id: bigint
  /** The price, in units of the feed's decimals: above 0. */
  readonly answer: bigint
  /** Unix seconds. */
  readonly updatedAt: number
}

const numberMask = (1n << 64n) - 1n
/** No price is above this: it would be a fault of the feed. */
const maxAnswer = 10n ** 40n

/** Which aggregator of the proxy's history made the round. */
export function phaseOf(id: bigint): bigint {
  return id >> 64n
}

/** The number of the round within its phase; the first is 1. */
export function numberOf(id: bigint): bigint {
  return id & numberMask
}

export function roundId(phase: bigint, number: bigint): bigint {
  return (phase << 64n) | number
}

/**
 * The round that `latestRoundData` or `getRoundData` returned. Null where it has no price: a round that does not exist or is not
 * answered yet, an answer of zero or below, a time in the future.
 * @param now unix seconds
 */
export function readRound(value: RoundData | null, now: number): FeedRound | null {
  if (value === null) return null
  const { id, answer, updatedAt } = value
  if (answer <= 0n || answer > maxAnswer || updatedAt <= 0n || updatedAt > BigInt(now + maxAheadSeconds)) return null
  return { id, answer, updatedAt: Number(updatedAt) }
}

/** Clocks of chains and of machines differ by this much at most. */
const maxAheadSeconds = 120

/**
 * Whether a feed has been silent for longer than it promises. It is renewed at each heartbeat at the latest, and a crowded network may
 * delay that a little: a tenth of the heartbeat, and five minutes.
 * @param now unix seconds
 */
export function isFrozen(updatedAt: number, heartbeatSeconds: number, now: number): boolean {
  return now - updatedAt > heartbeatSeconds * 1.1 + 300
}

/** An answer of a feed as an exact decimal. */
export function answerDecimal(answer: bigint, decimals: number): string {
  const digits = answer.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
