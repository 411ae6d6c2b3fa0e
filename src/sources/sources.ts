import { createHttpClient } from '../net/http-client.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Random } from '../shared/random.ts'
import { coinPriceUsd } from './coin-quote.ts'
import { defaultLimits } from './create-source.ts'
import type { SourceLimits, SourceParts, SourceState } from './create-source.ts'
import { createAdapters, sourceCatalogue, type Adapters, type SourceId, type SourceKeys } from './source-catalogue.ts'
import type { SourceTerms } from './source.ts'

/** Every adapter by name, made once in parts.ts from settings (`createSources`), handed to the products. */
export interface Sources extends Adapters {
  /** True when the answers come from the sandbox's stand-ins: each answer made from them says `simulated: true`. */
  readonly simulated: boolean
  /** USD of one coin (by ticker) in USDC base units, for estimates of our own; null where nobody enabled can say. Never rejects. */
  coinPriceUsd(ticker: string): Promise<bigint | null>
  /** Every source as it stands, switched off ones too, in a fixed order. */
  state(): readonly SourceState[]
  close(): Promise<void>
}

export interface SourcesSettings {
  /** Other addresses than the public ones: the sandbox's stand-ins. */
  readonly baseUrls?: Partial<Record<SourceId, string>>
  /** The base addresses are stand-ins, so no terms of resale apply and every answer says that it is simulated. */
  readonly simulated: boolean
  /** Sources whose terms need a contract for resale, and whose contract the operator has. */
  readonly accepted: ReadonlySet<string> | 'all'
  readonly disabled: ReadonlySet<string>
  readonly keys: SourceKeys
  /** Where upstreams read about who asks. */
  readonly contactUrl?: string | undefined
  readonly limits?: Partial<SourceLimits>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}

/** Whether a source may be used at all under these settings. */
function isEnabled(terms: SourceTerms, settings: Pick<SourcesSettings, 'simulated' | 'accepted' | 'disabled'>): boolean {
  if (settings.disabled.has(terms.id)) return false
  if (settings.simulated || terms.resale === 'open') return true
  return terms.resale === 'contract' && (settings.accepted === 'all' || settings.accepted.has(terms.id))
}

export function createSources(settings: SourcesSettings): Sources {
  const { clock, timers, random, log, metrics, simulated } = settings
  const http = createHttpClient({ contactUrl: settings.contactUrl }, { clock, timers })
  const parts: SourceParts = { http, clock, timers, random, log, metrics, simulated, limits: { ...defaultLimits, ...settings.limits } }
  const adapters = createAdapters(
    (id) => ({
      baseUrl: (settings.baseUrls?.[id] ?? sourceCatalogue[id].baseUrl).replace(/\/+$/, ''),
      // Without a stand-in there is nothing to simulate with, and the real source may not pass for one.
      enabled: isEnabled(sourceCatalogue[id].terms, settings) && (!simulated || settings.baseUrls?.[id] !== undefined),
      keys: settings.keys,
    }),
    parts,
  )

  return {
    ...adapters,
    simulated,
    coinPriceUsd: (ticker) => coinPriceUsd(adapters, ticker),
    state: () => Object.values(adapters).map((adapter) => adapter.source.state()),
    close: () => http.close(),
  }
}
