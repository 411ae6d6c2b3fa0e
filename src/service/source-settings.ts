import type { SourcesSettings } from '../sources/sources.ts'
import type { ServiceInput } from './service-input.ts'
import type { DataWorld } from './data-world.ts'
import type { OpenedLedger } from './open-ledger.ts'

/** How the sources are used. Real ones follow the same rules in a sandbox as in live mode: terms bind the use of data, not only its sale. */
export function sourceSettingsOf(
  { config, system, log, metrics, publicUrl, sourceUrls }: ServiceInput,
  { standIns }: DataWorld,
  stores: Pick<OpenedLedger, 'local'>,
  accepted: ReadonlySet<string>,
): SourcesSettings {
  return {
    // The address of a sandbox means nothing to upstreams.
    contactUrl: config.mode === 'live' || standIns ? publicUrl : undefined,
    baseUrls: standIns?.upstreams ?? sourceUrls ?? {},
    simulated: standIns !== null,
    accepted: standIns ? 'all' : accepted,
    disabled: new Set(config.sourcesDisabled),
    store: stores.local,
    ipfsGateway: config.ipfsGateway,
    ...(standIns?.places ? { allowedEndpoints: standIns.places } : {}),
    ...(standIns?.sites ? { sandboxSites: standIns.sites } : {}),
    ...system,
    log,
    metrics: metrics.metrics,
  }
}
