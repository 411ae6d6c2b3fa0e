import { createAgentFiles } from '../../goods/onchain/agents/agent-files.ts'
import type { Indexes } from '../../goods/onchain/indexes/create-indexes.ts'
import type { OnchainSources } from '../../goods/onchain/onchain-sources.ts'
import type { CoinPricesPort, ScreeningPort, TokenPoolsPort } from '../../src/goods/kit/ports.ts'
import type { ServiceParts } from '../../src/service/build-service.ts'

/** What a running service gives the offers of goods/onchain, for those that a test makes. */
export function onchainOf({ lines: { ports }, sources }: Pick<ServiceParts, 'lines' | 'sources'>): {
  readonly indexes: Indexes
  readonly sources: OnchainSources
} {
  const { simulated, guardedFetch } = sources
  return {
    indexes: ports['chain-indexes'] as Indexes,
    sources: {
      simulated,
      sanctions: ports['screening'] as ScreeningPort,
      tokenPools: ports['token-pools'] as TokenPoolsPort,
      coinPrices: ports['coin-prices'] as CoinPricesPort,
      agentFiles: createAgentFiles({ fetch: guardedFetch, simulated }),
    },
  }
}
