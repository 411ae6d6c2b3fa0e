import type { Chains } from '../chain/chain.ts'
import type { HttpClient } from '../net/http-client.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { Log } from '../shared/log.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { defaultLimits, type SourceParts } from '../sources/policy/create-source.ts'
import { createAdapters, sourceCatalog, sourceIds, type SourceId } from '../sources/source-catalog.ts'
import { createScreening, type Sources, type SourcesSettings } from '../sources/sources.ts'
import { disabledReason } from '../sources/policy/disabled-reason.ts'

/**
 * Logs at the start which sources are on because the operator says that there is a contract, which are off without one and what
 * can't be sold without them, and which names in the settings are not sources.
 */
export function logDisabledSources(parts: {
  readonly settings: SourcesSettings
  readonly sources: Sources
  readonly offers: readonly AnyOffer[]
  readonly chains: Chains
  readonly log: Log
}): void {
  const { settings, sources, offers, chains, log } = parts
  const { accepted, disabled } = settings
  const known: ReadonlySet<string> = new Set(sourceIds)
  const unknown = [...(accepted === 'all' ? [] : accepted), ...disabled].filter((id) => !known.has(id))
  if (unknown.length > 0) log.warn({ unknown, sources: sourceIds }, 'SOURCES_ACCEPTED or SOURCES_DISABLED name sources that do not exist')

  const on = sources.state().filter(({ id, enabled }) => enabled && sourceCatalog[id as SourceId].terms.resale === 'contract')
  if (!sources.simulated && on.length > 0) {
    log.info(
      { sources: on.map(({ id }) => id) },
      'sources are on whose answers may be sold only under a contract, since SOURCES_ACCEPTED names them',
    )
  }

  const off = sources.state().flatMap((one) => (one.off === 'no_contract' ? [one.id] : []))
  if (off.length === 0) return
  const everybody = withAllContracts(settings, sources)
  const unsold = offers.filter(
    (offer) => offer.available({ sources, chains }) === 'disabled' && offer.available({ sources: everybody, chains }) !== 'disabled',
  )
  log.warn(
    { sources: off, unsold: unsold.map(({ id }) => id) },
    'sources are off whose answers may be sold only under a contract; name those with which you have one in SOURCES_ACCEPTED',
  )
}

/** The sources as they would be with a contract for each. They are only inspected, never called. */
function withAllContracts(settings: SourcesSettings, sources: Sources): Sources {
  const http: HttpClient = { send: () => Promise.reject(new Error('nothing is asked here')), close: async () => {} }
  const { clock, timers, random, simulated, keys } = settings
  const parts: SourceParts = { http, clock, timers, random, log: silentLog, metrics: silentMetrics, simulated, limits: defaultLimits }
  const settingsOf = (id: keyof typeof sourceCatalog) => ({
    baseUrl: sourceCatalog[id].baseUrl,
    enabled: disabledReason(sourceCatalog[id].terms, { ...settings, accepted: 'all' }) === null,
    keys,
  })
  const adapters = createAdapters(settingsOf, parts)
  return { ...sources, ...adapters, sanctions: createScreening(adapters, { ...parts, store: settings.store }) }
}
