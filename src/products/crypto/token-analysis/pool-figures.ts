import { formatUnits, parseUnits } from '../../../shared/money.ts'
import type { TokenPool } from '../../../sources/adapters/markets/dexscreener.ts'

/** All pools of a token together. */
export interface PoolFigures {
  readonly count: number
  /** Decimal string. Pools of unknown liquidity count as 0. */
  readonly liquidityUsd: string
  readonly volume24hUsd: string
  readonly buys24h: number
  readonly sells24h: number
  /** Milliseconds since the epoch; null where the source does not say. */
  readonly oldestAt: number | null
  readonly oldestAgeMs: number | null
  readonly deepest: TokenPool | null
}

/** Decimal places of an amount in USD. */
const cents = 2

/** @param now milliseconds since the epoch */
export function poolFigures(pools: readonly TokenPool[], now: number): PoolFigures {
  const total = (amounts: readonly (string | null)[]) =>
    formatUnits(
      amounts.reduce((sum, amount) => sum + (amount === null ? 0n : parseUnits(amount, cents)), 0n),
      cents,
    )
  const begun = pools.flatMap(({ createdAt }) => createdAt ?? [])
  const oldestAt = begun.length === 0 ? null : Math.min(...begun)
  return {
    count: pools.length,
    liquidityUsd: total(pools.map(({ liquidityUsd }) => liquidityUsd)),
    volume24hUsd: total(pools.map(({ volume24hUsd }) => volume24hUsd)),
    buys24h: pools.reduce((sum, { buys24h }) => sum + buys24h, 0),
    sells24h: pools.reduce((sum, { sells24h }) => sum + sells24h, 0),
    oldestAt,
    oldestAgeMs: oldestAt === null ? null : Math.max(0, now - oldestAt),
    deepest: pools[0] ?? null,
  }
}
