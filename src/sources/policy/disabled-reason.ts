import type { SourceTerms } from './source.ts'

/**
 * Why a source is not used. `no_contract`: its terms require a contract for resale, and the settings name none.
 * `not_for_resale`: its terms forbid resale. `switched_off`: by the operator. `no_stand_in`: the sandbox does not simulate it.
 * `no_key`: it answers only with a key, and the settings have none. `no_network`: no network of the service has its contracts.
 */
export type DisabledReason = 'no_contract' | 'not_for_resale' | 'switched_off' | 'no_stand_in' | 'no_key' | 'no_network'

/** The settings that decide whether a source is used. */
export interface SourceChoice {
  /** The base addresses are simulated sources, so no terms of resale apply. */
  readonly simulated: boolean
  /** Sources that require a contract for resale, for which the operator has one. The set may change while the service runs. */
  readonly accepted: ReadonlySet<string> | 'all'
  readonly disabled: ReadonlySet<string>
  /** Addresses that replace the public ones, by source id. */
  readonly baseUrls?: Readonly<Record<string, string | undefined>>
}

/** Null for a source that is used. */
export function disabledReason(
  { id, resale, onChain }: SourceTerms,
  { simulated, accepted, disabled, baseUrls }: SourceChoice,
): DisabledReason | null {
  if (disabled.has(id)) return 'switched_off'
  // A source that is not simulated is off, because real data must not count as simulated.
  // The sandbox's networks are its own, and with them the contracts there.
  if (simulated) return onChain || baseUrls?.[id] !== undefined ? null : 'no_stand_in'
  if (resale === 'open') return null
  if (resale === 'no') return 'not_for_resale'
  return accepted === 'all' || accepted.has(id) ? null : 'no_contract'
}
