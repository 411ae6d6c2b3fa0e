import { createGuardedFetch } from '../net/guarded-fetch.ts'
import { createHttpClient } from '../net/http-client.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Random } from '../shared/random.ts'
import type { Store } from '../store/store.ts'
import { createAgentFiles, type AgentFiles } from './agents/agent-files.ts'
import { coinPriceUsd } from './coin-quote.ts'
import { defaultLimits } from './create-source.ts'
import type { SourceLimits, SourceParts, SourceState } from './create-source.ts'
import { createSanctions, type Sanctions } from './sanctions/sanctions.ts'
import { createAdapters, sourceCatalogue, type Adapters, type SourceId, type SourceKeys } from './source-catalogue.ts'
import { whyOff, type SourceChoice, type WhyOff } from './why-off.ts'

/** How a source stands, and why it is off if it is. */
export interface SourceStanding extends SourceState {
  readonly name: string
  readonly off: WhyOff | null
}

/** Work in the background that sources need, in the terms of `ops/jobs`. */
export interface SourceJob {
  readonly name: string
  readonly everyMs: number
  readonly firstMs?: number
  readonly everywhere?: boolean
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** Every adapter by name, made once in parts.ts from settings (`createSources`), handed to the products. */
export interface Sources extends Adapters {
  /** True when the answers come from the sandbox's stand-ins: each answer made from them says `simulated: true`. */
  readonly simulated: boolean
  /** USD of one coin (by ticker) in USDC base units, for estimates of our own; null where nobody enabled can say. Never rejects. */
  coinPriceUsd(ticker: string): Promise<bigint | null>
  /** Screens names and addresses against all sanctions lists. */
  readonly sanctions: Sanctions
  /** Registration files of agents, and what their domains say of them. */
  readonly agentFiles: AgentFiles
  readonly jobs: readonly SourceJob[]
  /** Every source as it stands, switched off ones too, in a fixed order. */
  state(): readonly SourceStanding[]
  close(): Promise<void>
}

export interface SourcesSettings extends SourceChoice {
  /** Other addresses than the public ones: the sandbox's stand-ins. */
  readonly baseUrls?: Partial<Record<SourceId, string>>
  readonly keys: SourceKeys
  /** Where upstreams read about who asks. */
  readonly contactUrl?: string | undefined
  readonly limits?: Partial<SourceLimits>
  /** Through it `ipfs://` is read; without one it is not. */
  readonly ipfsGateway?: string | null
  /** `address:port` pairs of this machine that count as public: those of the sandbox's agents. */
  readonly places?: ReadonlySet<string>
  /** Keeps what must outlast a restart. */
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}

export function createSources(settings: SourcesSettings): Sources {
  const { clock, timers, random, log, metrics, simulated } = settings
  const http = createHttpClient({ contactUrl: settings.contactUrl }, { clock, timers })
  const parts: SourceParts = { http, clock, timers, random, log, metrics, simulated, limits: { ...defaultLimits, ...settings.limits } }
  const adapters = createAdapters(
    (id) => ({
      baseUrl: (settings.baseUrls?.[id] ?? sourceCatalogue[id].baseUrl).replace(/\/+$/, ''),
      enabled: whyOff(sourceCatalogue[id].terms, settings) === null,
      keys: settings.keys,
    }),
    parts,
  )

  const sanctions = sanctionsOf(adapters, { ...parts, store: settings.store })

  const { contactUrl, ipfsGateway = null, places = new Set() } = settings
  const fetch = createGuardedFetch({ contactUrl, ipfsGateway, places }, { timers, metrics })
  const agentFiles = createAgentFiles({ fetch, simulated })

  return {
    ...adapters,
    simulated,
    sanctions,
    agentFiles,
    jobs: [
      { name: 'sanctions-load', everyMs: 600_000, firstMs: 0, run: sanctions.load },
      // What another process loaded is taken over by each.
      { name: 'sanctions-follow', everyMs: 60_000, everywhere: true, run: sanctions.follow },
      { name: 'kev-ahead', everyMs: 600_000, firstMs: 0, everywhere: true, run: adapters.cisaKev.ahead },
    ],
    coinPriceUsd: (ticker) => coinPriceUsd(adapters, ticker),
    state: () =>
      Object.values(adapters).map(({ source }) => ({
        ...source.state(),
        name: source.terms.name,
        off: whyOff(source.terms, settings),
      })),
    close: () => http.close(),
  }
}

/** The screening that these adapters feed. */
export function sanctionsOf(adapters: Adapters, parts: SourceParts & { readonly store: Store }): Sanctions {
  const { ofac, euSanctions, unSanctions, ukSanctions } = adapters
  return createSanctions({
    lists: [ofac.sdn, ofac.consolidated, euSanctions.list, unSanctions.list, ukSanctions.list],
    ...parts,
  })
}
