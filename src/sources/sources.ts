import { createGuardedFetch, type GuardedFetch } from '../net/guarded-fetch.ts'
import { createHttpClient } from '../net/http-client.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Random } from '../shared/random.ts'
import type { Store } from '../store/store.ts'
import { makeDeclared, termsOf, type DeclaredSource } from './declared-source.ts'
import type { Adapter } from './policy/adapter.ts'
import { defaultLimits } from './policy/create-source.ts'
import type { SourceLimits, SourceParts, SourceState } from './policy/create-source.ts'
import type { Resale, SourceTerms } from './policy/source.ts'
import { nobodyScreens, type ScreeningPort } from './screening-port.ts'
import { createSiteVisits, type SiteVisits } from './sites/site-visits.ts'
import { disabledReason, type SourceChoice, type DisabledReason } from './policy/disabled-reason.ts'

/** The state of a source, and the reason if it is off. */
export interface SourceStatus extends SourceState {
  readonly name: string
  readonly resale: Resale
  readonly off: DisabledReason | null
}

/** Background work of the sources, in the form of `ops/jobs`. */
export interface SourceJob {
  readonly name: string
  readonly everyMs: number
  readonly firstMs?: number
  readonly everywhere?: boolean
  /** Its results are in the shared store, so one instance of all runs it. Else each instance with a store of its own does. */
  readonly shared?: boolean
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** The sources of all lines. The service makes them once from the settings (`createSources`). */
export interface Sources {
  /** Every adapter by the id of its source, disabled ones too, in a fixed order. */
  readonly byId: ReadonlyMap<string, Adapter>
  /** True when the sources are the sandbox's simulated ones. Each answer made from them says `simulated: true`. A sandbox may also have real ones. */
  readonly simulated: boolean
  /** Screens names and addresses against the lists of sanctions, where a line does so. */
  readonly sanctions: ScreeningPort
  /** Fetches addresses that outsiders choose. */
  readonly guardedFetch: GuardedFetch
  /** Sites of outsiders. */
  readonly sites: SiteVisits
  /**
   * Makes the adapter of a source that comes with a line of goods, under the rules of all others.
   * @param settings the values of the line's settings, for the headers of its requests
   * @param hasKey whether the key that it requires is among them
   */
  declare<A>(source: DeclaredSource<A>, settings: Readonly<Record<string, unknown>>, hasKey?: boolean): A
  readonly jobs: readonly SourceJob[]
  /** The state of every source, disabled ones too, in a fixed order. */
  state(): readonly SourceStatus[]
  close(): Promise<void>
}

export interface SourcesSettings extends SourceChoice {
  /** Addresses that replace the public ones: the sandbox's simulated sources. */
  readonly baseUrls?: Readonly<Record<string, string | undefined>>
  /** A page about this client, for upstreams. */
  readonly contactUrl?: string | undefined
  readonly limits?: Partial<SourceLimits>
  /** The gateway for `ipfs://` URIs; without one they are refused. */
  readonly ipfsGateway?: string | null
  /** `address:port` pairs of this machine that count as public: those of the sandbox's agents. */
  readonly allowedEndpoints?: ReadonlySet<string>
  /** Hosts of the sandbox's sites, with their origins on this machine. */
  readonly sandboxSites?: ReadonlyMap<string, string>
  /** Keeps data across restarts. */
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
  const limits = { ...defaultLimits, ...settings.limits }
  const isOn = (terms: SourceTerms) => disabledReason(terms, settings) === null
  const parts: SourceParts = { http, clock, timers, random, log, metrics, simulated, limits, isOn }
  const byId = new Map<string, Adapter>()
  const every = () => [...byId.values()].map(({ source }) => source)

  const { contactUrl, ipfsGateway = null, allowedEndpoints: places = new Set() } = settings
  const guardedFetch = createGuardedFetch({ contactUrl, ipfsGateway, allowedEndpoints: places }, { timers, metrics })

  return {
    byId,
    simulated,
    sanctions: nobodyScreens,
    guardedFetch,
    sites: createSiteVisits({ fetch: guardedFetch, clock, timers, sandboxSites: settings.sandboxSites ?? new Map() }),
    declare(line, values, hasKey = line.keySetting === undefined) {
      const { adapter, source } = makeDeclared(
        line,
        {
          baseUrl: (settings.baseUrls?.[line.id] ?? line.baseUrl).replace(/\/+$/, ''),
          enabled: (hasKey || simulated) && [null, 'no_contract'].includes(disabledReason(termsOf(line), settings)),
          settings: values,
        },
        parts,
      )
      // An adapter may narrow when its source is on.
      byId.set(line.id, { source, ...(typeof adapter === 'object' ? adapter : {}) })
      return adapter
    },
    jobs: [
      {
        name: 'source-quotas',
        everyMs: 15_000,
        everywhere: true,
        run: async () => every().forEach((source) => source.state()),
      },
    ],
    state: () =>
      every().map((source) => ({
        ...source.state(),
        name: source.terms.name,
        resale: source.terms.resale,
        off: disabledReason(source.terms, settings) ?? (source.enabled ? null : source.terms.onChain ? 'no_network' : 'no_key'),
      })),
    close: () => http.close(),
  }
}
