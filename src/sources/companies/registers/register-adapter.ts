import { createSource } from '../../policy/create-source.ts'
import type { SourceDeclaration, SourceParts } from '../../policy/create-source.ts'
import type { FeedDeclaration, FillableFeed } from '../../policy/feed.ts'
import type { Source } from '../../policy/create-source.ts'
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
const patience = 3

/** A source with the time that a register needs. */
export function createRegisterSource(declaration: SourceDeclaration, parts: SourceParts): Source {
  const { timeoutMs, budgetMs } = parts.limits
  return createSource(declaration, {
    ...parts,
    limits: { ...parts.limits, timeoutMs: timeoutMs * patience, budgetMs: budgetMs * patience },
  })
}

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

type Clocked = Pick<SourceParts, 'clock'>

export function byNumberOf(source: Source, record: FillableFeed<RegisterRecord | null>, { clock }: Clocked): CompanyRegister['byNumber'] {
  return (registerNumber, signal) => findingOf({ source, feed: record, clock }, registerNumber, signal)
}

/** A search in which no hit is an answer: an empty list. */
export function searchOf(
  source: Source,
  names: FillableFeed<readonly CompanyCandidate[]>,
  { clock }: Clocked,
): NonNullable<CompanyRegister['search']> {
  return async (name, limit, signal) => {
    const found = await findingOf({ source, feed: names, clock }, name.trim().replace(/\s+/g, ' ').slice(0, 120), signal)
    return found.status === 'found' ? { ...found, value: found.value.slice(0, limit) } : found
  }
}

export function changesOf(
  source: Source,
  feed: FillableFeed<CompanyChanges | null>,
  { clock }: Clocked,
): NonNullable<CompanyRegister['changes']> {
  return (registerNumber, since, signal) => findingOf({ source, feed, clock }, changesKey(registerNumber, since), signal)
}
