import type { Hex } from '../../../src/shared/bytes.ts'

/** The first call of the token in a transaction pays for reading it; later calls pay less (EIP-2929). */
export type Heat = 'cold' | 'warm'

/**
 * Gas costs, measured with Circle's byte code behind its proxy and with Multicall3, without calldata. They are close enough that a
 * gas limit can be too low, that one payer can use up the gas of the others in its batch, and that fees add up. A test compares
 * them with a real node.
 */
export const gasCosts = {
  /** A transfer by authorization, step by step. A refused transfer has paid for the steps before the refusal. */
  window: { cold: 14_670n, warm: 4_430n },
  authorizationState: { cold: 2_300n, warm: 2_300n },
  signature: { cold: 13_770n, warm: 9_180n },
  /** A contract that answers a question about a signature. */
  contractCheck: { cold: 3_000n, warm: 3_000n },
  /** What a `dear` contract takes besides: as much as a signature check of P-256 in Solidity. */
  dearCheck: 330_000n,
  mark: { cold: 22_170n, warm: 22_250n },
  move: { cold: 8_900n, warm: 5_600n },
  /** The first balance of an account fills an empty storage slot. */
  firstBalance: 17_100n,
  /** Calls that others send. */
  transfer: { cold: 24_000n, warm: 14_000n },
  cancel: { cold: 53_000n, warm: 38_000n },
  unknownFunction: { cold: 5_000n, warm: 500n },
  /** aggregate3: for itself, before each call, and for each result at the end. */
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

/** Spends gas. Returns false, and leaves none, when there is too little. */
export function spend(meter: Meter, gas: bigint): boolean {
  const enough = meter.left >= gas
  meter.left = enough ? meter.left - gas : 0n
  return enough
}

/**
 * Runs a call into another contract with all the gas that may be passed on. Unused gas is returned.
 */
export function handOn<T>(meter: Meter, run: (inner: Meter) => T): T {
  const kept = meter.left / 64n
  const inner = { left: meter.left - kept }
  const result = run(inner)
  meter.left = kept + inner.left
  return result
}
