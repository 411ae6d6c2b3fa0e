import { loadedStore } from '../../screening/sanctions/loaded-store.fixture.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import { companyOffers, contextAt, openCompanies, type CompanyTest } from '../companies.fixture.ts'

export interface CompanyWorld extends CompanyTest {
  readonly store: MemoryStore
}

/** All sources over real HTTP, with all sanctions lists in hand. */
export async function openCompanyWorld(settings: Parameters<typeof openCompanies>[0] = {}): Promise<CompanyWorld> {
  const store = await loadedStore()
  const world = await openCompanies({ store, shared: store, ...settings })
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

export interface Asked {
  readonly name?: string
  readonly address?: string
}

/** The answer of a verification, and whether it is charged. */
export async function verify(world: Pick<CompanyWorld, 'clock' | 'asked'>, vatId: string, query: Asked = {}, asked = world.asked) {
  const offer = companyOffers(asked).verify
  const outcome = await offer.run({ path: { vatId }, query, body: {} }, contextAt(world))
  return { ...offer.answer.parse(outcome.body), charge: outcome.charge }
}
