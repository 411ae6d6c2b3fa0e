import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import type { Feed } from './feed.ts'
import { relayedRatesFeed } from './relayed-rates.ts'
import type { RelayedRates } from './relayed-rates.ts'
import type { SourceTerms } from './source.ts'

export const frankfurterTerms: SourceTerms = {
  id: 'frankfurter',
  name: 'Frankfurter',
  licence: 'ECB reference rates: free reuse with citation of the source',
  attribution: 'Source: European Central Bank, euro foreign exchange reference rates, by way of Frankfurter',
  resale: 'open',
  homepage: 'https://frankfurter.dev/v1',
}

/** Version 1, which passes on the ECB's rates as they are; version 2 mixes them with those of other banks. */
export const frankfurterBaseUrl = 'https://api.frankfurter.dev/v1'

export interface Frankfurter {
  readonly source: Source
  /** By day or `latest`. */
  readonly rates: Feed<RelayedRates>
}

export function createFrankfurter(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Frankfurter {
  const source = createSource({ terms: frankfurterTerms, ...declared }, parts)
  return { source, rates: relayedRatesFeed(source, parts.clock, (day) => `/${day}?base=EUR`) }
}
