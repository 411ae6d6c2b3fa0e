import { type TestSources, openTestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import type { DeclaredSource } from '../../src/sources/declared-source.ts'
import type { OfferContext } from '../../src/offers/offer.ts'
import type { DataParts, DataSources } from './data-sources.ts'
import { energy } from './energy/energy.ts'
import { fx } from './fx/fx.ts'
import { data } from './index.ts'
import { macro } from './macro/macro.ts'
import { securityBatch } from './security/security-batch.ts'
import { security } from './security/security.ts'

/** The sources of the line in a world of tests, made once for each world. */
export function dataSources({ declared }: Pick<TestSources, 'declared'>): DataSources {
  const all = Object.entries<DeclaredSource<unknown>>(data.sources ?? {}).map(([key, one]) => [key, declared(one)])
  return Object.fromEntries(all) as DataSources
}

/** The offers over these parts. */
export function dataOffers(parts: DataParts) {
  const single = security(parts)
  return { fx: fx(parts), energy: energy(parts), macro: macro(parts), security: single, securityBatch: securityBatch(single, parts) }
}

/** The offers as they are declared; none of them may be called. */
export const describedOffers = dataOffers({ sources: {} as DataSources, simulated: true })

export interface DataTest extends TestSources {
  readonly data: DataSources
  readonly offers: ReturnType<typeof dataOffers>
}

export async function openData(...settings: Parameters<typeof openTestSources>): Promise<DataTest> {
  const world = await openTestSources(...settings)
  const sources = dataSources(world)
  return { ...world, data: sources, offers: dataOffers({ sources, simulated: world.sources.simulated }) }
}

/** What a run of an offer of this line uses besides. */
export function contextAt({ clock }: Pick<TestSources, 'clock'>): OfferContext {
  return { clock, signal: new AbortController().signal } as OfferContext
}
