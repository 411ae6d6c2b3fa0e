import type { ReferenceRatesPort } from '../../../src/goods/kit/ports.ts'
import type { DataSources } from '../data-sources.ts'
import { latestFix, latestFixSources } from './latest-fix.ts'
import { findFix } from './reference-fix.ts'

/** The reference rates of these sources, for other lines and the reports of the till. */
export function referenceRates(sources: Pick<DataSources, 'ecb' | 'ecbData' | 'frankfurter' | 'vatcomply'>): ReferenceRatesPort {
  const { ecb } = sources
  return {
    sources: latestFixSources,
    everySource: ['ecb', 'ecb-data', 'frankfurter', 'vatcomply'],
    latest: (signal) => latestFix(sources, signal),
    fixOf: (asked) => findFix(sources, asked),
    recent: async (signal) => (ecb.source.enabled ? (await ecb.recent.get('', signal ? { signal } : {})).value : null),
  }
}
