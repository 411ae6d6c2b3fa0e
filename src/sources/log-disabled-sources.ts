import type { Log } from '../shared/log.ts'
import { nearestName } from '../shared/nearest-name.ts'
import type { Sources, SourcesSettings } from './sources.ts'

/**
 * Logs at the start which sources are on because the operator says that there is a contract, which are off without one, and which names
 * in the settings are not sources.
 */
export function logDisabledSources(parts: { readonly settings: SourcesSettings; readonly sources: Sources; readonly log: Log }): void {
  const { settings, sources, log } = parts
  const { accepted, disabled } = settings
  const sourceIds = sources.state().map(({ id }) => id)
  const known = new Set(sourceIds)
  const unknown = [...(accepted === 'all' ? [] : accepted), ...disabled].filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const didYouMean = unknown.flatMap((id) => nearestName(id, sourceIds) ?? [])
    const fields = { unknown, ...(didYouMean.length > 0 ? { didYouMean } : {}), sources: sourceIds }
    log.warn(fields, 'SOURCES_ACCEPTED or SOURCES_DISABLED name sources that do not exist')
  }

  const on = sources.state().filter(({ enabled, resale }) => enabled && resale === 'contract')
  if (!sources.simulated && on.length > 0) {
    log.info(
      { sources: on.map(({ id }) => id) },
      'sources are on whose answers may be sold only under a contract, since SOURCES_ACCEPTED names them',
    )
  }

  const off = sources.state().flatMap((one) => (one.off === 'no_contract' ? [one.id] : []))
  if (off.length === 0) return
  log.warn(
    { sources: off },
    'sources are off whose answers may be sold only under a contract; name those with which you have one in SOURCES_ACCEPTED',
  )
}
