import { source } from '../../../src/goods/door.ts'
import type { Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { createList, type SanctionsList } from './lists/download-list.ts'
import { parseUn } from './lists/parse-un.ts'

export const unSanctions = source({
  id: 'un-sanctions',
  name: 'United Nations Security Council',
  licence: 'United Nations terms of use',
  attribution: 'Source: United Nations Security Council Consolidated List',
  // The general terms of United Nations sites mention non-commercial use; no specific terms were found for the list.
  resale: 'contract',
  homepage: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  baseUrl: 'https://scsanctions.un.org',
  standing: 'publisher',
  origin: 'un',
  create: createUnSanctions,
})

export interface UnSanctions {
  readonly source: Source
  readonly list: SanctionsList
}

function createUnSanctions(source: Source, parts: SourceTools): UnSanctions {
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
