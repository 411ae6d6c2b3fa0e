import { createSource, type Source, type SourceParts } from '../policy/create-source.ts'
import type { SourceTerms } from '../policy/source.ts'
import { createList, type SanctionsList } from './lists/download-list.ts'
import { parseUn } from './lists/parse-un.ts'

export const unSanctionsTerms: SourceTerms = {
  id: 'un-sanctions',
  name: 'United Nations Security Council',
  licence: 'United Nations terms of use',
  attribution: 'Source: United Nations Security Council Consolidated List',
  // The general terms of United Nations sites mention non-commercial use; no specific terms were found for the list.
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
      // It redirects to a storage account, whose name has changed before.
      redirectHosts: ['.blob.core.windows.net'],
      minEntries: 150,
      maxBytes: 50_000_000,
      parse: parseUn,
    },
    source,
    parts,
  )
  return { source, list }
}
