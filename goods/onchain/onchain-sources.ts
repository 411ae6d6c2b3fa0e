import type { CoinPricesPort, ScreeningPort, TokenPoolsPort } from '../../src/goods/kit/ports.ts'
import type { AgentFiles } from './agents/agent-files.ts'

/** What the offers of this line ask besides chains. */
export interface OnchainSources {
  readonly simulated: boolean
  readonly sanctions: ScreeningPort
  /** Null where no line lists pools. */
  readonly tokenPools: TokenPoolsPort | null
  /** Registration files of agents, and the proofs by their domains. */
  readonly agentFiles: AgentFiles
  /** Null where no line knows prices. */
  readonly coinPrices: CoinPricesPort | null
}
