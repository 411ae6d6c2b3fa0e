import type { Adapter, AdapterPart } from '../sources/policy/adapter.ts'

/**
 * Sources by id, each with the members of its adapter that answers are made from: `{ coingecko: ['market'] }`. Their cached values count while
 * the source is down. Without members, only the source itself counts.
 */
export type NamedSources = Readonly<Record<string, readonly string[]>>

/** Sources of which some must be on, and able to answer, so that an offer can be sold. */
export interface SourcesNeeded {
  readonly of: NamedSources
  readonly atLeast: number
  /** They only have to be on: while they are down, the offer answers without them, or says itself what it lacks. */
  readonly mayBeDown?: true
}

export function anyOf(of: NamedSources): SourcesNeeded {
  return { of, atLeast: 1 }
}
export function anyTwoOf(of: NamedSources): SourcesNeeded {
  return { of, atLeast: 2 }
}
export function allOf(of: NamedSources): SourcesNeeded {
  return { of, atLeast: Object.keys(of).length }
}

/**
 * Whether enough of these sources can give something. `disabled`: too few are switched on. `down`: too few of those accept requests now
 * or have a cached value. A source that the service does not have is off.
 * @param adapters by the id of their source
 */
export function standingOf(
  { of, atLeast, mayBeDown }: SourcesNeeded,
  adapters: ReadonlyMap<string, Adapter>,
): 'available' | 'down' | 'disabled' {
  let on = 0
  let able = 0
  for (const [id, members] of Object.entries(of)) {
    const adapter = adapters.get(id)
    const parts = adapter ? partsOf(adapter, members).filter(({ source }) => (source ?? adapter.source).enabled) : []
    if (!adapter || parts.length === 0) continue
    on += 1
    if (parts.some((part) => (part.source ?? adapter.source).ready() || part.hasCached?.() === true)) able += 1
  }
  if (on < atLeast) return 'disabled'
  return mayBeDown || able >= atLeast ? 'available' : 'down'
}

/** The settings of parts that are off although their sources are on. */
export function settingsOfParts({ of }: SourcesNeeded, adapters: ReadonlyMap<string, Adapter>): string[] {
  return Object.entries(of).flatMap(([id, members]) => {
    const adapter = adapters.get(id)
    if (!adapter?.source.enabled) return []
    return partsOf(adapter, members).flatMap(({ source, setting }) => (source?.enabled === false && setting !== undefined ? [setting] : []))
  })
}

/** @throws Error for a member that the adapter does not have: the offer names it wrongly */
function partsOf(adapter: Adapter, members: readonly string[]): AdapterPart[] {
  return members.length === 0 ? [{}] : members.map((path) => partAt(adapter, path))
}

function partAt(adapter: Adapter, path: string): AdapterPart {
  const found = path.split('.').reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], adapter)
  if (typeof found === 'object' && found !== null) return found
  throw new Error(`An offer names "${path}" of the source "${adapter.source.terms.id}", which has no such part.`)
}
