import type { DiscoverySettings } from '../catalog/describe-catalog.ts'
import { datasets } from '../catalog/datasets.ts'
import { discovery } from '../catalog/discovery.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { inDocumentOrder } from './goods/order-offers.ts'
import type { LineOffer } from './goods/open-goods.ts'

/** What the offers that describe the catalog need to know. */
export interface CatalogSettings {
  readonly discovery: DiscoverySettings
}

/** The service's own offers, which describe what the lines sell; then those of the lines, in the order of documents. */
export function catalogOffers(
  { discovery: settings }: CatalogSettings,
  ofLines: readonly LineOffer[],
  order: readonly string[],
): readonly AnyOffer[] {
  return inDocumentOrder([discovery(settings), datasets], ofLines, order)
}
