import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkId } from '../../src/chain/chain.ts'
import type { TestService } from '../start-test-service.ts'

const stranger = '0x00000000000000000000000000000000000000c2'

/** Waits until the registries of all networks are read up to the given blocks, and the sanctions lists are loaded. */
export async function untilDataIsLoaded({ parts }: TestService, upTo: Partial<Record<NetworkId, number>> = {}): Promise<void> {
  const { lines, sources } = parts
  const agentsAreKnown = () => {
    const agents = lines.indexes().filter(({ index }) => index === 'agents')
    return (
      agents.length === 6 && agents.every(({ state, network, block }) => state === 'current' && block! >= (upTo[network as NetworkId] ?? 0))
    )
  }
  const listsAreKnown = async () =>
    sources.sanctions.standing() === 'available' &&
    (await sources.sanctions.screen(stranger, { signal: AbortSignal.timeout(10_000) })).verdict === 'clear'
  for (let waited = 0; !(agentsAreKnown() && (await listsAreKnown())); waited++) {
    if (waited === 1_500) throw new Error(`not known in time: ${JSON.stringify(lines.indexes())}`)
    await sleep(100)
  }
}
