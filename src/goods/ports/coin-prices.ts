import type { SourceStamp } from '../../sources/policy/source.ts'

/** Prices of coins: what the line does that has them. */
export interface CoinPricesPort {
  /** USD of one coin (by ticker) in USDC base units, for internal estimates; null when no enabled source knows. Never rejects. */
  usd(ticker: string): Promise<bigint | null>
  /** The price in USD of a well-known coin (by ticker), to be shown with its source; null when no source gives one. @throws UpstreamError */
  quote(ticker: string, signal: AbortSignal): Promise<{ readonly price: number; readonly source: SourceStamp } | null>
}
