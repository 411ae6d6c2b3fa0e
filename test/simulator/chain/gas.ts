import type { Hex } from '../../../src/shared/bytes.ts'

/**
 * What things cost in gas, near enough to what Circle's byte code takes behind its proxy: enough for a limit that is too
 * low to fail, for fees to add up and for a block to be full. A test holds the figures against a real node.
 */
export const gasCosts = {
  /** A transfer by authorization, its calldata apart; `cold` where nothing else in the transaction has touched the token. */
  authorizedTransfer: { cold: 61_000n, warm: 41_000n },
  transfer: { cold: 25_000n, warm: 15_000n },
  /** An account's first balance, and an authorization's mark, fill a slot that was empty. */
  firstBalance: 17_100n,
  /** An authorization that is refused before its signature is looked at, and after. */
  refusedEarly: { cold: 22_000n, warm: 8_000n },
  refusedLate: { cold: 34_000n, warm: 18_000n },
  /** Of aggregate3 around each call. */
  perInnerCall: 3_500n,
  /** Asking a contract that answers. */
  contractCheck: 6_000n,
  event: 3_000n,
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
