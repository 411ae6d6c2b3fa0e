import { utcDay } from '../../../src/goods/kit/time.ts'
import { source } from '../../../src/goods/door.ts'
import type { Source, SourceTools } from '../../../src/goods/kit/http.ts'
import type { CompanyChanges } from './company-event.ts'
import { findThrough } from './find-through.ts'
import { eventsOf } from './gleif-changes.ts'
import { createGleifFeeds, type GleifFeeds, type Modifications } from './gleif-feeds.ts'
import { leiRecordOf, type GleifRecord, type Published } from './gleif-record.ts'
import type { LeiRegistry } from './vat-and-lei.ts'

export const gleif = source({
  id: 'gleif',
  name: 'Global Legal Entity Identifier Foundation',
  licence: 'CC0 1.0',
  attribution: 'LEI data of GLEIF (https://www.gleif.org)',
  resale: 'open',
  homepage: 'https://www.gleif.org/en/lei-data/gleif-api',
  baseUrl: 'https://api.gleif.org/api/v1',
  standing: 'publisher',
  headers: () => ({ accept: 'application/vnd.api+json' }),
  // It allows 60 a minute.
  requestLimit: { requests: 50, perMs: 60_000 },
  create: createGleif,
})

export interface Gleif extends LeiRegistry {
  readonly source: Source
  readonly feeds: GleifFeeds
}

/** No search asks for more. */
const maxCandidates = 50

function createGleif(source: Source, parts: SourceTools): Gleif {
  const feeds = createGleifFeeds(source, parts)
  const { clock } = parts
  const by = (signal: AbortSignal) => ({ sourceId: source.terms.id, clock, signal })
  const record = ({ value }: Published<GleifRecord | null>) => value && leiRecordOf(value)

  return {
    source,
    feeds,
    byLei: (lei, signal) => findThrough(feeds.records, lei, { ...by(signal), present: record }),
    byRegisterNumber: (country, number, signal) => findThrough(feeds.numbers, `${country} ${number}`, { ...by(signal), present: record }),
    family: (lei, signal) => findThrough(feeds.families, lei, { ...by(signal), present: ({ value }) => value }),
    search(name, country, limit, signal) {
      const key = `${country ?? '*'} ${Math.min(limit, maxCandidates)} ${name}`
      return findThrough(feeds.searches, key, { ...by(signal), present: ({ value }) => value })
    },
    changes(lei, since, signal) {
      const present = ({ value }: Published<Modifications | null>) => value && changesOf(lei, value, since, utcDay(clock.now()))
      return findThrough(feeds.changes, lei, { ...by(signal), present })
    },
  }
}

/** GLEIF promises no order, so where not all could be read, it is not known which are missing. */
function changesOf(lei: string, { all, more }: Modifications, since: string, today: string): CompanyChanges {
  const truncated = more ? { from: today, reason: 'The LEI record has more changes than this service reads.' } : null
  return { events: eventsOf(lei, all, since), truncated }
}
