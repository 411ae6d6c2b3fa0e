import { source } from '../../../src/goods/door.ts'
import type { Source, SourceTools } from '../../../src/goods/kit/http.ts'
import { createList, type SanctionsList } from './lists/download-list.ts'
import { parseEu } from './lists/parse-eu.ts'

export const euSanctions = source({
  id: 'eu-sanctions',
  name: 'European Commission, Financial Sanctions Files',
  licence: 'Commission reuse policy (Decision 2011/833/EU)',
  attribution: 'Source: European Commission, consolidated list of persons, groups and entities subject to EU financial sanctions',
  resale: 'open',
  homepage: 'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  baseUrl: 'https://webgate.ec.europa.eu/fsd/fsf',
  standing: 'publisher',
  origin: 'eu',
  create: createEuSanctions,
})

export interface EuSanctions {
  readonly source: Source
  readonly list: SanctionsList
}

function createEuSanctions(source: Source, parts: SourceTools): EuSanctions {
  const list = createList(
    {
      id: 'eu',
      name: 'EU consolidated financial sanctions list',
      // The token is the public one.
      path: '/public/files/csvFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
      accept: 'text/csv, application/octet-stream',
      minEntries: 300,
      maxBytes: 150_000_000,
      // Tens of megabytes: a host that fails gets longer pauses than for the smaller lists.
      retryPausesMs: [5 * 60_000, 15 * 60_000, 30 * 60_000],
      parse: parseEu,
    },
    source,
    parts,
  )
  return { source, list }
}
