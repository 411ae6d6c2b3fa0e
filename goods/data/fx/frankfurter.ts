import type { Feed, Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { source } from '../../../src/goods/door.ts'
import { relayedRatesFeed } from './relayed-rates.ts'
import type { RelayedRates } from './relayed-rates.ts'

export const frankfurter = source({
  id: 'frankfurter',
  name: 'Frankfurter',
  licence: 'ECB reference rates: free reuse with citation of the source',
  attribution: 'Source: European Central Bank, euro foreign exchange reference rates, by way of Frankfurter',
  resale: 'open',
  homepage: 'https://frankfurter.dev/v1',
  // Version 1, which relays the ECB's rates unchanged. Version 2 mixes them with those of other banks.
  baseUrl: 'https://api.frankfurter.dev/v1',
  standing: 'relay',
  origin: 'ecb',
  create: createFrankfurter,
})

export interface Frankfurter {
  readonly source: Source
  /** By day or `latest`. */
  readonly rates: Feed<RelayedRates>
}

function createFrankfurter(source: Source, parts: SourceTools): Frankfurter {
  return { source, rates: relayedRatesFeed(source, parts.clock, (day) => `/${day}?base=EUR`) }
}
