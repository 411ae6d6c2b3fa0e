import { source } from '../../../src/goods/door.ts'
import type { Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { createList, type SanctionsList } from './lists/download-list.ts'
import { parseOfac } from './lists/parse-ofac.ts'

export const ofac = source({
  id: 'ofac',
  name: 'Office of Foreign Assets Control',
  licence: 'Public domain (work of the United States Government)',
  attribution: 'Source: U.S. Department of the Treasury, Office of Foreign Assets Control',
  resale: 'open',
  homepage: 'https://ofac.treasury.gov/sanctions-list-service',
  baseUrl: 'https://sanctionslistservice.ofac.treas.gov',
  standing: 'publisher',
  create: createOfac,
})

export interface Ofac {
  readonly source: Source
  readonly sdn: SanctionsList
  readonly consolidated: SanctionsList
}

/** The host to which the service redirects for the documents, with links that are valid for an hour. */
const storage = 'wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'

/**
 * Uses the XML of the Sanctions List Service rather than its CSV: the XML contains aliases and all digital currency addresses,
 * which the CSV cuts off with its remarks, and the number of entries.
 */
const document = { accept: 'application/xml, text/xml', redirectHosts: [storage], parse: parseOfac }

function createOfac(source: Source, parts: SourceTools): Ofac {
  const exports = '/api/PublicationPreview/exports'
  return {
    source,
    // About 29 MB and 18,000 entries; 2.6 MB as an archive. A slow line can't load the long one in time.
    sdn: createList(
      {
        ...document,
        id: 'ofac-sdn',
        name: 'OFAC Specially Designated Nationals',
        path: `${exports}/SDN.XML`,
        zip: { path: `${exports}/SDN_XML.ZIP`, file: 'SDN.XML', maxBytes: 20_000_000 },
        minEntries: 500,
        maxBytes: 150_000_000,
      },
      source,
      parts,
    ),
    consolidated: createList(
      {
        ...document,
        id: 'ofac-consolidated',
        name: 'OFAC Consolidated (non-SDN)',
        path: `${exports}/CONSOLIDATED.XML`,
        minEntries: 100,
        maxBytes: 50_000_000,
      },
      source,
      parts,
    ),
  }
}
