import { goods } from '../../src/goods/door.ts'
import { nobodyScreens, type BooksPort, type CoinPricesPort, type ScreeningPort, type TokenPoolsPort } from '../../src/goods/kit/ports.ts'
import { createAgentFiles } from './agents/agent-files.ts'
import type { OnchainSources } from './onchain-sources.ts'
import { openOnchain } from './open-onchain.ts'
import { onchainSettings } from './settings.ts'
import { tokenAnalysis } from './token-analysis/token-analysis.ts'
import { trustOffers } from './trust/trust-offers.ts'
import { walletScore } from './wallet-score/wallet-score.ts'
import { whaleAlerts } from './whale-alerts/whale-alerts.ts'

/** What chains say of addresses: trust scores, wallets, tokens and large transfers. */
export const onchain = goods({
  name: 'onchain',
  packages: ['lru-cache'],
  settings: onchainSettings,
  uses: ['screening', 'coin-prices', 'token-pools', 'books'],
  provides: ['trust', 'chain-indexes'],
  // What its offers read in a sandbox are the sandbox's chains and sites.
  standIns: () => ({}),
  open({ settings, ports, guardedFetch, described, simulated, world, ...parts }) {
    const sanctions = (ports['screening'] as ScreeningPort | undefined) ?? nobodyScreens
    const sources: OnchainSources = {
      simulated,
      sanctions,
      tokenPools: (ports['token-pools'] as TokenPoolsPort | undefined) ?? null,
      agentFiles: createAgentFiles({ fetch: guardedFetch, simulated }),
      coinPrices: (ports['coin-prices'] as CoinPricesPort | undefined) ?? null,
    }
    const books = (ports['books'] as BooksPort | undefined) ?? null
    const opened = openOnchain({ ...parts, settings, simulated, books, world, sources })
    const offered = described ? null : opened
    const trust = trustOffers(offered?.trust ?? null, sanctions.sources)
    return {
      offers: [
        trust.score,
        trust.tier,
        trust.verify,
        trust.batch,
        trust.deep,
        trust.deepBatch,
        whaleAlerts(offered?.whales ?? null, sanctions.sources),
        walletScore(offered?.wallets ?? null, sanctions.sources),
        tokenAnalysis(offered?.tokens ?? null, sources),
      ],
      jobs: opened.jobs,
      indexes: opened.indexes.state,
      ports: { trust: opened.trustPort(trust.scoreBriefly), 'chain-indexes': opened.indexes },
    }
  },
})
