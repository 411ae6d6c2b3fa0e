import { createSource } from '../../policy/create-source.ts'
import type { Source, SourceParts } from '../../policy/create-source.ts'
import type { Feed } from '../../policy/feed.ts'
import { latestKey, relayedRatesFeed } from '../../rates/relayed-rates.ts'
import type { RelayedRates } from '../../rates/relayed-rates.ts'
import type { SourceTerms } from '../../policy/source.ts'

/** The rates are the ECB's. The terms of the service that relays them have not been reviewed. */
export const vatcomplyTerms: SourceTerms = {
  id: 'vatcomply',
  name: 'VATcomply',
  licence: 'VATcomply terms of service',
  attribution: 'Source: European Central Bank, euro foreign exchange reference rates, by way of VATcomply',
  resale: 'contract',
  homepage: 'https://www.vatcomply.com/documentation',
}

export const vatcomplyBaseUrl = 'https://api.vatcomply.com'

export interface Vatcomply {
  readonly source: Source
  /** By day or `latest`. */
  readonly rates: Feed<RelayedRates>
}

export function createVatcomply(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Vatcomply {
  const source = createSource({ terms: vatcomplyTerms, ...declared }, parts)
  const pathOf = (day: string) => (day === latestKey ? '/rates?base=EUR' : `/rates?base=EUR&date=${day}`)
  return { source, rates: relayedRatesFeed(source, parts.clock, pathOf) }
}
