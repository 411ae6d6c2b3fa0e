import { openTestSources, type TestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { silentLog, type Log } from '../../src/shared/log.ts'
import type { ScreeningPort } from '../../src/sources/screening-port.ts'
import type { Sources } from '../../src/sources/sources.ts'
import type { MemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { memoryStore } from '../../src/store/sqlite/store.fixture.ts'
import { riskBatch } from './offers/risk-batch.ts'
import { risk } from './offers/risk.ts'
import { unListViaEuUk } from './sanctions/un-list-via-eu-uk.ts'
import { euSanctions } from './sanctions/eu-sanctions.ts'
import { listSources } from './sanctions/list-sources.ts'
import { ofac } from './sanctions/ofac.ts'
import { createSanctions, type Sanctions } from './sanctions/sanctions.ts'
import { ukSanctions } from './sanctions/uk-sanctions.ts'
import { unSanctions } from './sanctions/un-sanctions.ts'

type Settings = NonNullable<Parameters<typeof openTestSources>[0]>

/** The lists over sources of a test. */
export interface ScreeningTest extends Omit<TestSources, 'sources'> {
  readonly sources: Omit<Sources, 'sanctions'> & { readonly sanctions: Sanctions & Pick<ScreeningPort, 'sources'> }
}

/** The screening against the lists of these sources, which are declared once. */
export function sanctionsOver(
  { declare, simulated }: Pick<Sources, 'declare' | 'simulated'>,
  parts: Pick<TestSources, 'clock'> & { readonly store: MemoryStore; readonly log?: Log; readonly timers?: typeof systemTimers },
): Sanctions {
  const of = declare(ofac, {})
  const lists = [of.sdn, of.consolidated, ...[euSanctions, unSanctions, ukSanctions].map((one) => declare(one, {}).list)]
  return createSanctions({ lists, echoed: unListViaEuUk(simulated), simulated, timers: systemTimers, log: silentLog, ...parts })
}

export async function openScreening(settings: Settings = {}): Promise<ScreeningTest> {
  const store = settings.store ?? memoryStore()
  const world = await openTestSources({ ...settings, store })
  const { log, timers } = settings
  const parts = { clock: world.clock, store: store as MemoryStore, ...(log ? { log } : {}), ...(timers ? { timers } : {}) }
  return {
    ...world,
    sources: { ...world.sources, sanctions: { ...sanctionsOver(world.sources, parts), sources: listSources } },
    async close() {
      await world.close()
      if (!settings.store) await store.close()
    },
  }
}

/** The offers over these lists. */
export function screeningOffers(sanctions: Sanctions) {
  const single = risk(sanctions, { simulated: true })
  return { risk: single, riskBatch: riskBatch(single, { simulated: true }) }
}
