import { openTestSources, type TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import type { OfferContext } from '../../offers/offer.ts'
import { loadedStore } from '../../sources/sanctions/loaded-store.fixture.ts'
import type { Sources } from '../../sources/sources.ts'
import type { MemoryStore } from '../../store/sqlite/open-memory-store.ts'
import { companyVerify } from './verify.ts'

export interface CompanyWorld extends TestSources {
  readonly store: MemoryStore
}

/** All sources over real HTTP, with all sanctions lists in hand. */
export async function openCompanyWorld(settings: Parameters<typeof openTestSources>[0] = {}): Promise<CompanyWorld> {
  const store = await loadedStore()
  const world = await openTestSources({ store, keys: { companiesHouse: 'a-key' }, ...settings })
  await world.sources.sanctions.load(new AbortController().signal)
  return {
    ...world,
    store,
    async close() {
      await world.close()
      await store.close()
    },
  }
}

export function contextOf({ clock }: Pick<CompanyWorld, 'clock'>, sources: Sources): OfferContext {
  return { sources, clock, signal: new AbortController().signal } as OfferContext
}

export interface Asked {
  readonly name?: string
  readonly address?: string
}

/** The answer of a verification, and whether it is charged. */
export async function verify(world: Pick<CompanyWorld, 'clock' | 'sources'>, vatId: string, query: Asked = {}, sources = world.sources) {
  const outcome = await companyVerify.run({ path: { vatId }, query, body: {} }, contextOf(world, sources))
  return { ...companyVerify.answer.parse(outcome.body), charge: outcome.charge }
}
