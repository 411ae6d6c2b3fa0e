import { createSource, type Source, type SourceParts } from '../policy/create-source.ts'
import type { SourceTerms } from '../policy/source.ts'
import { createList, type SanctionsList } from './lists/download-list.ts'
import { parseUk } from './lists/parse-uk.ts'

export const ukSanctionsTerms: SourceTerms = {
  id: 'uk-sanctions',
  name: 'UK Foreign, Commonwealth and Development Office',
  licence: 'Open Government Licence v3.0',
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0: UK Sanctions List',
  resale: 'open',
  homepage: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
}

export const ukSanctionsBaseUrl = 'https://sanctionslist.fcdo.gov.uk'

export interface UkSanctions {
  readonly source: Source
  readonly list: SanctionsList
}

export function createUkSanctions(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): UkSanctions {
  const source = createSource({ terms: ukSanctionsTerms, ...declared }, parts)
  const list = createList(
    {
      id: 'uk',
      name: 'UK Sanctions List',
      path: '/docs/UK-Sanctions-List.csv',
      accept: 'text/csv',
      // About 50 MB, because every name repeats the reasons.
      minEntries: 300,
      maxBytes: 200_000_000,
      parse: parseUk,
    },
    source,
    parts,
  )
  return { source, list }
}
