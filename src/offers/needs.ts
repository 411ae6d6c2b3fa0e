import type { Chains } from '../chain/chain.ts'
import { standingOf, type SourcesNeeded } from './sources-needed.ts'
import type { Sources } from '../sources/sources.ts'

/**
 * `disabled`: its sources or engines are switched off, so it is left out of the catalog.
 * `down`: they are on, but none answers and no cached data is fresh enough: 503, paid or not.
 */
export type Availability = 'available' | 'down' | 'disabled'

/** What tells whether an offer can be sold at this moment. */
export interface SaleContext {
  readonly sources: Sources
  readonly chains: Chains
}

/** What computes the answers of an offer, or has to be ready before they can be made. */
export interface EngineNeeded {
  /** The setting that switches it on, as operators write it: `TEXT_TOOLS`. */
  readonly setting?: string
  /** Null where it is switched off, or not installed. It sends no request. */
  readonly by: { availability(context: SaleContext): Availability } | null
}

/**
 * What an offer needs so that it can be sold, and what it uses besides. All of it must be there. Whether the offer can be sold now, what the
 * log at the start says of further settings, and the documents about sources are derived from this.
 */
export interface Needs {
  /** It reads networks, and needs one at least. */
  readonly network?: true
  readonly sources?: readonly SourcesNeeded[]
  readonly engine?: EngineNeeded
  /** Ids of sources that it uses where they are on, and is sold without. */
  readonly alsoUses?: readonly string[]
}

/** Whether an offer with these needs can be sold now. It asks no source. */
export function availabilityBy({ network, sources: needed = [], engine }: Needs, context: SaleContext): Availability {
  if (network && context.chains.size === 0) return 'disabled'
  const found = needed.map((one) => standingOf(one, context.sources.byId))
  if (engine) found.push(engine.by?.availability(context) ?? 'disabled')
  if (found.includes('disabled')) return 'disabled'
  return found.includes('down') ? 'down' : 'available'
}

/** Whether an offer with these needs would be sold if exactly these sources were on, with the networks and engines of this service. */
export function isSoldWith({ network, sources = [], engine }: Needs, isOn: (source: string) => boolean, context: SaleContext): boolean {
  if (network && context.chains.size === 0) return false
  if (engine && (engine.by?.availability(context) ?? 'disabled') === 'disabled') return false
  return sources.every(({ of, atLeast }) => Object.keys(of).filter(isOn).length >= atLeast)
}

/** The ids of all sources that it needs or uses, in the order of the declaration. */
export function sourcesOf({ sources = [], alsoUses = [] }: Needs): readonly string[] {
  return [...new Set([...sources.flatMap(({ of }) => Object.keys(of)), ...alsoUses])]
}
