import type { Hex } from '../../../src/shared/bytes.ts'

/** Something that touches the token first in its transaction pays for reading it; later ones pay less (EIP-2929). */
export type Heat = 'cold' | 'warm'

/**
 * What things cost in gas, measured with Circle's byte code behind its proxy and with Multicall3, without calldata. Near
 * enough for a limit that is too low to fail, for one payer to use up what the others in its batch need, and for fees to
 * add up; a test holds them against a real node.
 */
export const gasCosts = {
  /** A transfer by authorization, step by step; one that is refused has paid for the steps up to there. */
  window: { cold: 14_670n, warm: 4_430n },
  authorizationState: { cold: 2_300n, warm: 2_300n },
  signature: { cold: 13_770n, warm: 9_180n },
  /** A contract that answers what it is asked about a signature. */
  contractCheck: { cold: 3_000n, warm: 3_000n },
  mark: { cold: 22_170n, warm: 22_250n },
  move: { cold: 8_900n, warm: 5_600n },
  /** An account's first balance fills a slot that was empty. */
  firstBalance: 17_100n,
  /** Calls that are not sent by us. */
  transfer: { cold: 24_000n, warm: 14_000n },
  cancel: { cold: 53_000n, warm: 38_000n },
  unknownFunction: { cold: 5_000n, warm: 500n },
  /** Of aggregate3: for itself, before each call, and for each result at the end. */
  aggregate: 3_400n,
  innerCall: 1_770n,
  innerResult: 730n,
} as const

/** Gas that a transaction takes before anything runs: EIP-2028. */
export function intrinsicGas(data: Hex, creates: boolean): bigint {
  let zeros = 0
  for (let at = 2; at < data.length; at += 2) if (data.charCodeAt(at) === 48 && data.charCodeAt(at + 1) === 48) zeros += 1
  const bytes = (data.length - 2) / 2
  return 21_000n + (creates ? 32_000n : 0n) + BigInt(zeros * 4 + (bytes - zeros) * 16)
}

/** The gas of one call. Every call into another contract may use all but a 64th of what is left (EIP-150). */
export interface Meter {
  left: bigint
}

/** Takes gas; false, and nothing left, where there is not so much. */
export function spend(meter: Meter, gas: bigint): boolean {
  const enough = meter.left >= gas
  meter.left = enough ? meter.left - gas : 0n
  return enough
}

/**
 * Runs a call into another contract with all the gas that may be handed on. What it leaves over comes back.
 */
export function handOn<T>(meter: Meter, run: (inner: Meter) => T): T {
  const kept = meter.left / 64n
  const inner = { left: meter.left - kept }
  const result = run(inner)
  meter.left = kept + inner.left
  return result
}
