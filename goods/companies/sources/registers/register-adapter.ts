import type { FeedDeclaration, FillableFeed, Source, SourceTools } from '../../../../src/goods/kit/http.ts'
import type { CompanyChanges } from '../company-event.ts'
import type { CompanyCandidate, CompanyRegister } from '../company-register.ts'
import type { RegisterRecord } from '../register-record.ts'
import { changesKey } from './event-list.ts'
import { findingOf } from './finding-of.ts'
import { changesFreshness, registerFreshness } from './register-freshness.ts'

type Loader<V> = Pick<FeedDeclaration<V>, 'address' | 'load' | 'budgetMs'>

/** Most candidates that one search gives. */
export const maxCandidates = 20

/** Registers take seconds where markets take a part of one. */
export const patience = 3

/** Records by register number; null for an unknown one. */
export function recordFeed(source: Source, record: Loader<RegisterRecord | null>): FillableFeed<RegisterRecord | null> {
  return source.feed<RegisterRecord | null>({ name: 'record', size: 5_000, freshness: registerFreshness, asOf: () => null, ...record })
}

/** Candidates by name. */
export function nameFeed(source: Source, names: Loader<readonly CompanyCandidate[]>): FillableFeed<readonly CompanyCandidate[]> {
  return source.feed<readonly CompanyCandidate[]>({ name: 'names', size: 1_000, freshness: changesFreshness, asOf: () => null, ...names })
}

/** Changes by `changesKey`; null where the register does not know the company. */
export function changeFeed(source: Source, published: Loader<CompanyChanges | null>): FillableFeed<CompanyChanges | null> {
  return source.feed<CompanyChanges | null>({ name: 'changes', size: 1_000, freshness: changesFreshness, asOf: () => null, ...published })
}

type Clocked = Pick<SourceTools, 'clock'>

/** What is particular to a register: its numbers and its feeds. */
interface RegisterDeclaration extends Pick<CompanyRegister, 'country' | 'source' | 'normalise' | 'fromVat'> {
  readonly record: FillableFeed<RegisterRecord | null>
  /** For registers that can be searched by name. */
  readonly names?: FillableFeed<readonly CompanyCandidate[]>
  /** For registers that publish changes. */
  readonly published?: FillableFeed<CompanyChanges | null>
}

/** A register has a search and changes where it has feeds for them. */
type RegisterOf<Declared> = CompanyRegister &
  (Declared extends { names: object } ? Required<Pick<CompanyRegister, 'search'>> : unknown) &
  (Declared extends { published: object } ? Required<Pick<CompanyRegister, 'changes'>> : unknown)

/** A register that answers from its feeds. */
export function createRegister<Declared extends RegisterDeclaration>(
  { clock }: Clocked,
  declared: Declared,
): Declared & RegisterOf<Declared> {
  const { source, record, names, published } = declared
  const ends = {
    byNumber: (registerNumber: string, signal: AbortSignal) => findingOf({ source, feed: record, clock }, registerNumber, signal),
    ...(names === undefined ? {} : { search: searchOf(source, names, { clock }) }),
    ...(published === undefined ? {} : { changes: changesOf(source, published, { clock }) }),
  }
  return { ...declared, ...ends } as Declared & RegisterOf<Declared>
}

/** A search in which no hit is an answer: an empty list. */
function searchOf(
  source: Source,
  names: FillableFeed<readonly CompanyCandidate[]>,
  { clock }: Clocked,
): NonNullable<CompanyRegister['search']> {
  return async (name, limit, signal) => {
    const found = await findingOf({ source, feed: names, clock }, name.trim().replace(/\s+/g, ' ').slice(0, 120), signal)
    return found.status === 'found' ? { ...found, value: found.value.slice(0, limit) } : found
  }
}

/** Changes of a company since a day, from a feed of them. */
export function changesOf(
  source: Source,
  feed: FillableFeed<CompanyChanges | null>,
  { clock }: Clocked,
): NonNullable<CompanyRegister['changes']> {
  return (registerNumber, since, signal) => findingOf({ source, feed, clock }, changesKey(registerNumber, since), signal)
}
