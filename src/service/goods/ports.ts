import { nobodyScreens, type ScreeningPort } from '../../sources/screening-port.ts'
import type { ReferenceRatesPort } from '../../goods/ports/reference-rates.ts'
import type { CoinPricesPort } from '../../goods/ports/coin-prices.ts'
import type { TokenPoolsPort } from '../../goods/ports/token-pools.ts'
import type { OpenedLines } from './open-goods.ts'

/** Who screens names and addresses. */
export function screeningOf(ports: OpenedLines['ports']): ScreeningPort {
  return (ports['screening'] as ScreeningPort | undefined) ?? nobodyScreens
}

/** Reference rates of the euro; null where no line has them. */
export function referenceRatesOf(ports: OpenedLines['ports']): ReferenceRatesPort | null {
  return (ports['reference-rates'] as ReferenceRatesPort | undefined) ?? null
}

/** Prices of coins; null where no line has them. */
export function coinPricesOf(ports: OpenedLines['ports']): CoinPricesPort | null {
  return (ports['coin-prices'] as CoinPricesPort | undefined) ?? null
}

/** The pools of tokens; null where no line lists them. */
export function tokenPoolsOf(ports: OpenedLines['ports']): TokenPoolsPort | null {
  return (ports['token-pools'] as TokenPoolsPort | undefined) ?? null
}
