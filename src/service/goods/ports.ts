import { nobodyScreens, type ScreeningPort } from '../../sources/screening-port.ts'
import type { ReferenceRatesPort } from '../../goods/ports/reference-rates.ts'
import type { CoinPricesPort } from '../../goods/ports/coin-prices.ts'
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
