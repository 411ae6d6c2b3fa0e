import { createSource, type Source, type SourceParts } from '../create-source.ts'
import type { SourceTerms } from '../source.ts'
import { createList, type SanctionsList } from './lists/download-list.ts'
import { parseUn } from './lists/parse-un.ts'

export const unSanctionsTerms: SourceTerms = {
  id: 'un-sanctions',
  name: 'United Nations Security Council',
  licence: 'United Nations terms of use',
  attribution: 'Source: United Nations Security Council Consolidated List',
  // The general terms of United Nations sites speak of non-commercial use; nothing more special was found for the list.
  resale: 'contract',
  homepage: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
}

export const unSanctionsBaseUrl = 'https://scsanctions.un.org'

export interface UnSanctions {
  readonly source: Source
  readonly list: SanctionsList
}

export function createUnSanctions(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): UnSanctions {
  const source = createSource({ terms: unSanctionsTerms, ...declared }, parts)
  const list = createList(
    {
      id: 'un',
      name: 'UN Security Council Consolidated List',
      path: '/resources/xml/en/consolidated.xml',
      accept: 'application/xml, text/xml',
      // It redirects to a storage account, and that one has been changed for another.
      redirectHosts: ['.blob.core.windows.net'],
      leastEntries: 150,
      maxBytes: 50_000_000,
      parse: parseUn,
    },
    source,
    parts,
  )
  return { source, list }
}
