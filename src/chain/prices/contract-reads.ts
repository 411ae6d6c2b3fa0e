import type { Hex } from '../../shared/bytes.ts'
import { decodeString, uintDigits } from '../abi.ts'
import { aggregate3Element, multicall3 } from '../multicall.ts'

/**
 * A function of a contract to read, as calldata, and what its answer means. Encoded and decoded by hand: fifty coins and their rounds take
 * 700 reads, for which viem takes 35 ms of the event loop.
 */
export interface ContractRead<T = unknown> {
  readonly to: Hex
  readonly data: Hex
  /** Null where the answer does not have the form that it should have: a contract may answer anything. */
  decode(digits: string): T | null
}

/** What `latestRoundData` and `getRoundData` return, as far as it is used. */
export interface RoundData {
  readonly id: bigint
  readonly answer: bigint
  readonly updatedAt: bigint
}

/** Selectors of the functions that are read. Tested against their signatures. */
export const readSelectors = {
  description: '0x7284e416',
  decimals: '0x313ce567',
  latestRoundData: '0xfeaf968c',
  getRoundData: '0x9a6fc8f5',
  phaseAggregators: '0xc1597304',
  latestRound: '0x668a0f02',
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
  liquidity: '0x1a686502',
  slot0: '0x3850c7bd',
  observe: '0x883bdbfd',
  getCurrentBlockTimestamp: '0x0f28c97d',
} as const

const wordDigits = 64

// Of Chainlink's feeds.
export const readDescription = (to: Hex): ContractRead<string> => ({
  to,
  data: readSelectors.description,
  decode: (digits) => decodeString(`0x${digits}`),
})
export const readLatestRound = (to: Hex): ContractRead<RoundData> => ({ to, data: readSelectors.latestRoundData, decode: roundIn })
export const readRoundOf = (to: Hex, id: bigint): ContractRead<RoundData> => ({
  to,
  data: `${readSelectors.getRoundData}${uintDigits(id)}`,
  decode: roundIn,
})
/** The aggregator of a phase. */
export const readPhase = (to: Hex, phase: bigint): ContractRead<Hex> => ({
  to,
  data: `${readSelectors.phaseAggregators}${uintDigits(phase)}`,
  decode: addressIn,
})
/** The number of an aggregator's last round. */
export const readLastNumber = (to: Hex): ContractRead<bigint> => ({ to, data: readSelectors.latestRound, decode: uintIn })

// Of Uniswap's pools.
export const readToken0 = (to: Hex): ContractRead<Hex> => ({ to, data: readSelectors.token0, decode: addressIn })
export const readToken1 = (to: Hex): ContractRead<Hex> => ({ to, data: readSelectors.token1, decode: addressIn })
export const readLiquidity = (to: Hex): ContractRead<bigint> => ({ to, data: readSelectors.liquidity, decode: uintIn })
/** The square root of the price at the block; the other members of slot 0 are not used. */
export const readRoot = (to: Hex): ContractRead<bigint> => ({
  to,
  data: readSelectors.slot0,
  decode: (digits) => (digits.length === 7 * wordDigits ? wordAt(digits, 0) : null),
})
/** The tick cumulatives so many seconds ago. */
export const readCumulatives = (to: Hex, secondsAgos: readonly number[]): ContractRead<readonly bigint[]> => ({
  to,
  data: `${readSelectors.observe}${[32, secondsAgos.length, ...secondsAgos].map((one) => uintDigits(BigInt(one))).join('')}`,
  decode: (digits) => cumulativesIn(digits, secondsAgos.length),
})

/** Of feeds and of tokens. */
export const readDecimals = (to: Hex): ContractRead<number> => ({
  to,
  data: readSelectors.decimals,
  decode(digits) {
    const value = uintIn(digits)
    return value === null || value > 255n ? null : Number(value)
  },
})

/** The time of the block at which Multicall3 is asked, as an element of its own call. */
export const blockTimeElement = aggregate3Element(multicall3, readSelectors.getCurrentBlockTimestamp)

function wordAt(digits: string, index: number): bigint {
  return BigInt(`0x${digits.slice(index * wordDigits, (index + 1) * wordDigits)}`)
}

export function uintIn(digits: string): bigint | null {
  return digits.length === wordDigits ? wordAt(digits, 0) : null
}

function addressIn(digits: string): Hex | null {
  return digits.length === wordDigits && /^0{24}/.test(digits) ? `0x${digits.slice(24)}` : null
}

function roundIn(digits: string): RoundData | null {
  if (digits.length !== 5 * wordDigits) return null
  return { id: wordAt(digits, 0), answer: BigInt.asIntN(256, wordAt(digits, 1)), updatedAt: wordAt(digits, 3) }
}

/** Two lists of the same length: cumulatives of the tick, and of seconds per liquidity. */
function cumulativesIn(digits: string, count: number): readonly bigint[] | null {
  if (digits.length !== (4 + 2 * count) * wordDigits || wordAt(digits, 0) !== 64n || wordAt(digits, 2) !== BigInt(count)) return null
  return Array.from({ length: count }, (_, index) => BigInt.asIntN(256, wordAt(digits, 3 + index)))
}
