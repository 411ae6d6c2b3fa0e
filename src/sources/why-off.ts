import type { SourceTerms } from './source.ts'

/**
 * Why a source is not used. `no_contract`: its terms want one before its answers are sold, and nobody says that there is
 * one; `not_for_resale`: not even that would do; `switched_off`: by the operator; `no_stand_in`: the sandbox has none.
 */
export type WhyOff = 'no_contract' | 'not_for_resale' | 'switched_off' | 'no_stand_in'

/** What decides whether a source is used. */
export interface SourceChoice {
  /** The base addresses are stand-ins, so no terms of resale apply. */
  readonly simulated: boolean
  /** Sources whose terms need a contract for resale, and whose contract the operator has. */
  readonly accepted: ReadonlySet<string> | 'all'
  readonly disabled: ReadonlySet<string>
  /** Other addresses than the public ones, by source id. */
  readonly baseUrls?: Readonly<Record<string, string | undefined>>
}

/** Null for a source that is used. */
export function whyOff({ id, resale }: SourceTerms, { simulated, accepted, disabled, baseUrls }: SourceChoice): WhyOff | null {
  if (disabled.has(id)) return 'switched_off'
  // Without a stand-in there is nothing to simulate with, and the real source may not pass for one.
  if (simulated) return baseUrls?.[id] === undefined ? 'no_stand_in' : null
  if (resale === 'open') return null
  if (resale === 'no') return 'not_for_resale'
  return accepted === 'all' || accepted.has(id) ? null : 'no_contract'
}
