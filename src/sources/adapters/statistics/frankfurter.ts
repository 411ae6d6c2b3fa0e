import { createSource } from '../../policy/create-source.ts'
import type { Source, SourceParts } from '../../policy/create-source.ts'
import type { Feed } from '../../policy/feed.ts'
import { relayedRatesFeed } from '../../rates/relayed-rates.ts'
import type { RelayedRates } from '../../rates/relayed-rates.ts'
import type { SourceTerms } from '../../policy/source.ts'

export const frankfurterTerms: SourceTerms = {
  id: 'frankfurter',
  name: 'Frankfurter',
  licence: 'ECB reference rates: free reuse with citation of the source',
  attribution: 'Source: European Central Bank, euro foreign exchange reference rates, by way of Frankfurter',
  resale: 'open',
  homepage: 'https://frankfurter.dev/v1',
}

/** Version 1, which relays the ECB's rates unchanged. Version 2 mixes them with those of other banks. */
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
