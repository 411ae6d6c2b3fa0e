import type { TestServiceOptions } from '../start-test-service.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { startReferenceFacilitator, type ReferenceFacilitator } from './reference-facilitator.ts'

/** A service that settles on Base by the official facilitator, with a proxy between them that can misbehave. */
export interface FacilitatedService {
  readonly service: TestService
  readonly facilitator: ReferenceFacilitator
  readonly proxy: FaultyProxy
  close(): Promise<void>
}

export async function startFacilitatedService(
  options: Omit<TestServiceOptions, 'env'> & { readonly env: Readonly<Record<string, string>> },
): Promise<FacilitatedService> {
  let facilitator: ReferenceFacilitator | undefined
  let proxy: FaultyProxy | undefined
  const service = await startTestService({
    ...options,
    async env({ world }) {
      facilitator = await startReferenceFacilitator(
        world.networks.find(({ id }) => id === 'eip155:8453')!,
        world.signerKeys[0]!,
      )
      proxy = await startFaultyProxy(facilitator.url)
      return { FACILITATOR_URL: proxy.url, ...options.env }
    },
  })
  return {
    service,
    facilitator: facilitator!,
    proxy: proxy!,
    async close() {
      await service.close()
      await proxy?.close()
      await facilitator?.close()
    },
  }
}
