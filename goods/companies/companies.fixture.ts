import { openScreening, type ScreeningTest } from '../screening/screening.fixture.ts'
import type { LineSource } from '../../src/goods/source.ts'
import type { OfferContext } from '../../src/offers/offer.ts'
import { systemTimers } from '../../src/ops/system.ts'
import type { Sources } from '../../src/sources/sources.ts'
import type { MemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import { memoryStore } from '../../src/store/sqlite/store.fixture.ts'
import { companies } from './index.ts'
import type { CompanySources } from './offers/company-sources.ts'
import { companyProfile } from './offers/profile.ts'
import { companySearch } from './offers/search.ts'
import { companySignals } from './offers/signals.ts'
import { companyVerify } from './offers/verify.ts'
import { createRegisters, withoutFeed } from './sources/registers/registers.ts'
import { createCompanySnapshots } from './sources/snapshots/company-snapshots.ts'
import { createSnapshotRefresh } from './sources/snapshots/refresh-snapshots.ts'

type Settings = NonNullable<Parameters<typeof openScreening>[0]> & {
  /** Keeps the records of registers without a feed. */
  readonly shared?: MemoryStore
  /** Values of the line's settings. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** The line over sources of a test. */
export interface CompanyTest extends ScreeningTest {
  readonly asked: CompanySources
  /** One run of the job that looks at watched companies. */
  refresh(): Promise<void>
}

interface AskedParts {
  readonly clock: OfferContext['clock']
  readonly shared: MemoryStore
  readonly screening: CompanySources['screening']
  readonly values?: Settings['values']
}

/** Declares the sources of the line, and joins them as the line does. */
export function companySources(
  sources: Pick<Sources, 'declare' | 'simulated'>,
  { clock, shared, screening, values = {} }: AskedParts,
): CompanySources {
  const own = Object.entries<LineSource>(companies.sources ?? {})
  const made = Object.fromEntries(own.map(([key, one]) => [key, sources.declare(one, values, true)])) as Record<string, never>
  const { simulated } = sources
  return {
    registers: createRegisters(made as never),
    gleif: made['gleif']!,
    vies: made['vies']!,
    companySnapshots: createCompanySnapshots({ store: shared, clock, simulated }),
    screening,
    simulated,
  }
}

export async function openCompanies({ shared, values, ...settings }: Settings = {}): Promise<CompanyTest> {
  const world = await openScreening(settings)
  const store = shared ?? memoryStore()
  const { clock, sources } = world
  const asked = companySources(sources, { clock, shared: store, screening: sources.sanctions, ...(values ? { values } : {}) })
  const refresh = createSnapshotRefresh({
    registers: withoutFeed(asked.registers),
    store,
    clock,
    timers: systemTimers,
    simulated: asked.simulated,
  })
  return {
    ...world,
    asked,
    refresh: () => refresh(new AbortController().signal),
    async close() {
      await world.close()
      if (!shared) await store.close()
    },
  }
}

/** The offers over these sources. */
export function companyOffers(asked: CompanySources) {
  return { search: companySearch(asked), profile: companyProfile(asked), signals: companySignals(asked), verify: companyVerify(asked) }
}

/** What a run of an offer of this line uses besides. */
export function contextAt({ clock }: Pick<ScreeningTest, 'clock'>): OfferContext {
  return { clock, signal: new AbortController().signal } as OfferContext
}
