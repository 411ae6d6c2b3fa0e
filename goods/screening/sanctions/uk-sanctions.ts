import { source } from '../../../src/goods/door.ts'
import type { Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { createList, type SanctionsList } from './lists/download-list.ts'
import { parseUk } from './lists/parse-uk.ts'

export const ukSanctions = source({
  id: 'uk-sanctions',
  name: 'UK Foreign, Commonwealth and Development Office',
  licence: 'Open Government Licence v3.0',
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0: UK Sanctions List',
  resale: 'open',
  homepage: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  baseUrl: 'https://sanctionslist.fcdo.gov.uk',
  standing: 'publisher',
  origin: 'uk',
  create: createUkSanctions,
})

export interface UkSanctions {
  readonly source: Source
  readonly list: SanctionsList
}

function createUkSanctions(source: Source, parts: SourceTools): UkSanctions {
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
