import type { FirstAnswer } from '../../sources/policy/first-answer.ts'
import type { SourceStamp } from '../../sources/policy/source.ts'

/** The reference rates of one day. */
export interface ReferenceRates {
  /** Business day of the rates, YYYY-MM-DD. */
  readonly date: string
  /** Units of a currency for 1 EUR, as decimal strings, by ISO 4217 code. */
  readonly perEur: Readonly<Record<string, string>>
}

/** A pair's figures for 1 EUR on the day of a fix. */
export interface PairFix {
  /** Business day of the fix, YYYY-MM-DD. */
  readonly date: string
  readonly basePerEur: string
  readonly quotePerEur: string
}

export interface FoundFix {
  /** Null when there was no fix of both currencies at that time. */
  readonly fix: PairFix | null
  readonly source: SourceStamp
  readonly fallback: boolean
}

/** Reference rates of the euro: what the line does that has them. */
export interface ReferenceRatesPort {
  /** The sources of the latest rates with their feeds, for offers that rest on them. */
  readonly sources: Readonly<Record<string, readonly string[]>>
  /** Ids of all sources, those of rates of earlier days too. */
  readonly everySource: readonly string[]
  /** The latest rates; null when no source has any. @throws UpstreamError when none answers */
  latest(signal?: AbortSignal): Promise<FirstAnswer<ReferenceRates> | null>
  /** The last fix of two currencies, of a day or the latest. @throws UpstreamError when no source answers */
  fixOf(asked: {
    readonly base: string
    readonly quote: string
    readonly date: string | null
    readonly now: number
    readonly signal?: AbortSignal
  }): Promise<FoundFix | null>
  /** The rates of the last 90 days, the newest first; null where their source is off. @throws UpstreamError */
  recent(signal?: AbortSignal): Promise<readonly ReferenceRates[] | null>
}
