import type { Feed, Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { source } from '../../../src/goods/door.ts'
import { latestKey, relayedRatesFeed } from './relayed-rates.ts'
import type { RelayedRates } from './relayed-rates.ts'

/** The rates are the ECB's. The terms of the service that relays them have not been reviewed. */
export const vatcomply = source({
  id: 'vatcomply',
  name: 'VATcomply',
  licence: 'VATcomply terms of service',
  attribution: 'Source: European Central Bank, euro foreign exchange reference rates, by way of VATcomply',
  resale: 'contract',
  homepage: 'https://www.vatcomply.com/documentation',
  baseUrl: 'https://api.vatcomply.com',
  standing: 'relay',
  origin: 'ecb',
  create: createVatcomply,
})

export interface Vatcomply {
  readonly source: Source
  /** By day or `latest`. */
  readonly rates: Feed<RelayedRates>
}

function createVatcomply(source: Source, parts: SourceTools): Vatcomply {
  const pathOf = (day: string) => (day === latestKey ? '/rates?base=EUR' : `/rates?base=EUR&date=${day}`)
  return { source, rates: relayedRatesFeed(source, parts.clock, pathOf) }
}
