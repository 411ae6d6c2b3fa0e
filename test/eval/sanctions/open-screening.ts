import { euCsv } from '../../../goods/screening/sandbox/lists/eu.ts'
import type { ListName } from '../../../goods/screening/sandbox/lists/listed.ts'
import { ofacXml } from '../../../goods/screening/sandbox/lists/ofac.ts'
import { ukCsv } from '../../../goods/screening/sandbox/lists/uk.ts'
import { unXml } from '../../../goods/screening/sandbox/lists/un.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { readList, type SanctionsList } from '../../../goods/screening/sanctions/lists/download-list.ts'
import { parseEu } from '../../../goods/screening/sanctions/lists/parse-eu.ts'
import { parseOfac } from '../../../goods/screening/sanctions/lists/parse-ofac.ts'
import { parseUk } from '../../../goods/screening/sanctions/lists/parse-uk.ts'
import { parseUn } from '../../../goods/screening/sanctions/lists/parse-un.ts'
import type { ParseList } from '../../../goods/screening/sanctions/lists/parsed-list.ts'
import { createSanctions, type Sanctions } from '../../../goods/screening/sanctions/sanctions.ts'
import { openMemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'

/** About as many entries as the real lists have. */
const documents: readonly { id: ListName; size: number; write: (size: number) => string; parse: ParseList }[] = [
  { id: 'ofac-sdn', size: 18_000, write: (size) => ofacXml('ofac-sdn', '2026-11-20', size), parse: parseOfac },
  { id: 'ofac-consolidated', size: 450, write: (size) => ofacXml('ofac-consolidated', '2026-11-20', size), parse: parseOfac },
  { id: 'eu', size: 5_900, write: (size) => euCsv('2026-11-20', size), parse: parseEu },
  { id: 'un', size: 1_000, write: (size) => unXml('2026-11-20', size), parse: parseUn },
  { id: 'uk', size: 5_600, write: (size) => ukCsv('2026-11-20', size), parse: parseUk },
]

/** Screening with the sandbox's lists, written with as many entries as the real lists have, or a share of them, and read by the same code. */
export async function openScreening(share = 1): Promise<{ sanctions: Sanctions; entries: number; close(): Promise<void> }> {
  const parts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
  const store = openMemoryStore(parts)
  const lists = documents.map(({ id, size, write, parse }): SanctionsList => {
    const source = { enabled: true } as SanctionsList['source']
    return {
      id,
      name: id,
      path: `/${id}`,
      minEntries: 1,
      source,
      async download() {
        const steps = readList(parse([Buffer.from(write(Math.round(size * share)))]))
        let step = steps.next()
        while (step.done !== true) step = steps.next()
        return { ...step.value, etag: null, lastModified: null }
      },
    }
  })
  const sanctions = createSanctions({ lists, store, simulated: true, ...parts })
  await sanctions.load(new AbortController().signal)
  const entries = sanctions.lists().reduce((sum, list) => sum + (list.entries ?? 0), 0)
  return { sanctions, entries, close: () => store.close() }
}
