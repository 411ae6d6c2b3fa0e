import type { LineStore } from '../../../src/goods/kit/store.ts'
import { oneEntry, readEntry } from './list-rows.ts'
import { addressKey } from './lists/chain-addresses.ts'
import type { ListedEntry } from './listed-entry.ts'
import { narrow, type Narrowed } from './narrow.ts'
import { candidateScore, matchScore, reviewScore, type ComparedAs, type ScreeningHints, type ScreeningMatch } from './screening.ts'
import { scoresOf } from './sureness.ts'
import type { NameSearch } from './search-in-turns.ts'

/** The index to search, and where the database has the entries of each list. */
export interface Searched extends NameSearch {
  readonly store: LineStore
  /** By list id. */
  readonly lists: ReadonlyMap<string, { readonly list: string; readonly version: string }>
}

const maxMatches = 10
const maxCandidates = 5
/** A float that should be the review score may be a little less. */
const rounding = 1e-6

interface NarrowedName extends Narrowed {
  /** Thousands of people have the name. */
  readonly isCommon: boolean
}

/** The part of an entry that was found. */
export interface Found {
  readonly as: ComparedAs
  readonly matched: string
  readonly weak: boolean
  readonly currency: string | null
}

/** The entries to which an address belongs. */
export async function matchAddress(searched: Searched, address: string): Promise<ScreeningMatch[]> {
  const wanted = addressKey(address)
  const exact: Narrowed = { score: 1, birthYear: 'unknown', country: 'unknown' }
  const places = (searched.index.addresses.get(wanted) ?? []).slice(0, maxMatches)
  const described = places.map((place) =>
    describe(searched, place, exact, ({ addresses }) => {
      const listed = addresses.find((one) => addressKey(one.address) === wanted)
      return { as: 'address', matched: listed?.address ?? address, weak: false, currency: listed?.currency ?? null }
    }),
  )
  return (await Promise.all(described)).flat()
}

/** The entries with names like this one, the best first: at most ten matches and reviews, then at most five candidates. */
export async function matchName(searched: Searched, name: string, hints: ScreeningHints): Promise<ScreeningMatch[]> {
  const { index } = searched
  const best = new Map<number, { readonly ordinal: number; readonly narrowed: NarrowedName }>()
  for (const found of await searched.search(name)) {
    const place = index.entryOf[found.name] ?? 0
    const entry = index.entries[place]
    if (!entry) continue
    const isWeak = index.weak[found.name] === 1
    const { byName, withFact, isCommon } = scoresOf(found, isWeak)
    const narrowed = { ...narrow(byName, entry, hints, withFact), isCommon }
    if (narrowed.score < candidateScore || narrowed.score <= (best.get(place)?.narrowed.score ?? 0)) continue
    best.set(place, { ordinal: index.ordinalOf[found.name] ?? 0, narrowed })
  }
  const ranked = [...best].sort(([, one], [, other]) => other.narrowed.score - one.narrowed.score)
  const reviewed = ranked.findIndex(([, { narrowed }]) => strengthOf(narrowed.score) === 'candidate')
  const places = reviewed < 0 ? ranked.length : reviewed
  const kept = [...ranked.slice(0, Math.min(places, maxMatches)), ...ranked.slice(places, places + maxCandidates)]
  const described = kept.map(([place, { ordinal, narrowed }]) =>
    describe(searched, place, narrowed, (entry) => {
      const { text = '', weak = false } = entry.names[ordinal] ?? {}
      return { as: 'name', matched: text, weak, currency: null }
    }),
  )
  return (await Promise.all(described)).flat()
}

function strengthOf(score: number): ScreeningMatch['strength'] {
  if (score >= matchScore) return 'match'
  return score >= reviewScore - rounding ? 'review' : 'candidate'
}

/** The entry at a place of the index, as it is stored. */
export async function describe(
  { store, index, lists }: Searched,
  place: number,
  { score, birthYear, country, isCommon = false }: Narrowed & Partial<NarrowedName>,
  pick: (entry: ListedEntry) => Found,
): Promise<ScreeningMatch[]> {
  const { list: id = '', generation = 0, id: entryId = '' } = index.entries[place] ?? {}
  const list = lists.get(id)
  const text = list ? await store.read(oneEntry, { list: list.list, generation, id: entryId }) : null
  if (!list || text === null) return []
  const entry = readEntry(text)
  const { as, matched, weak, currency } = pick(entry)
  return [
    {
      list: id,
      entry: entryId,
      kind: entry.kind,
      strength: strengthOf(score),
      score: Math.floor(score * 1_000 + rounding) / 1_000,
      matched,
      matchedAs: as,
      name: entry.names[0]?.text ?? matched,
      weakAlias: weak,
      commonName: isCommon,
      birthYear,
      country,
      programmes: entry.programmes,
      births: entry.births,
      countries: entry.countries,
      currency,
      listedOn: entry.listedOn,
      unReference: entry.unReference ?? null,
      listVersion: list.version,
    },
  ]
}
