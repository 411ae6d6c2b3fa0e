import { formatUnits, parseUnits } from '../../../src/goods/kit/answers.ts'
import type { TokenPool } from '../../../src/goods/kit/ports.ts'

/** All pools of a token together. */
export interface PoolFigures {
  readonly count: number
  /** Decimal strings, of the pools whose amounts are known; null where there are pools and none are known. */
  readonly liquidityUsd: string | null
  readonly volume24hUsd: string | null
  /** Of the pools whose trades are known; null where none are. */
  readonly buys24h: number | null
  readonly sells24h: number | null
  /** Milliseconds since the epoch; null where the source does not say. */
  readonly oldestAt: number | null
  readonly oldestAgeMs: number | null
  readonly deepest: TokenPool | null
}

/** Decimal places of an amount in USD. */
const cents = 2

/** @param now milliseconds since the epoch */
export function poolFigures(pools: readonly TokenPool[], now: number): PoolFigures {
  const total = (amounts: readonly (string | null)[]) => {
    const known = amounts.filter((amount) => amount !== null)
    if (known.length === 0 && amounts.length > 0) return null
    return formatUnits(
      known.reduce((sum, amount) => sum + parseUnits(amount, cents), 0n),
      cents,
    )
  }
  const count = (counts: readonly (number | null)[]) => {
    const known = counts.filter((one) => one !== null)
    return known.length === 0 && counts.length > 0 ? null : known.reduce((sum, one) => sum + one, 0)
  }
  const begun = pools.flatMap(({ createdAt }) => createdAt ?? [])
  const oldestAt = begun.length === 0 ? null : Math.min(...begun)
  return {
    count: pools.length,
    liquidityUsd: total(pools.map(({ liquidityUsd }) => liquidityUsd)),
    volume24hUsd: total(pools.map(({ volume24hUsd }) => volume24hUsd)),
    buys24h: count(pools.map(({ buys24h }) => buys24h)),
    sells24h: count(pools.map(({ sells24h }) => sells24h)),
    oldestAt,
    oldestAgeMs: oldestAt === null ? null : Math.max(0, now - oldestAt),
    deepest: pools[0] ?? null,
  }
}
