/** What the stand-ins of this line take of the world of the sandbox. */
export interface EuroMarket {
  /** Units of every currency for 1 EUR at a moment, in milliseconds since the epoch. */
  ratesAt(now: number): Readonly<Record<string, string>>
}

/** Units for 1 EUR on a day, YYYY-MM-DD. */
export type RatesOn = (day: string) => Readonly<Record<string, string>>
