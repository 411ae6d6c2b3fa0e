import type { Store } from '../../store/store.ts'
import { oneEntry, readEntry } from './list-rows.ts'
import { addressKey } from './lists/chain-addresses.ts'
import type { ListedEntry } from './listed-entry.ts'
import type { NameIndex } from './names/name-index.ts'
import { searchNames, type FoundName } from './names/search-names.ts'
import { narrow, type Narrowed } from './narrow.ts'
import { matchScore, reviewScore, type ScreeningHints, type ScreeningMatch } from './screening.ts'

/** What is looked into, and where the entries of a list lie in the database. */
export interface Searched {
  readonly store: Store
  readonly index: NameIndex
  /** By list id. */
  readonly lists: ReadonlyMap<string, { readonly list: string; readonly version: string }>
  /** What names found before, in this index. */
  readonly found: { get(name: string): readonly FoundName[] | undefined; set(name: string, found: readonly FoundName[]): void }
}

const mostMatches = 10
/** Names are looked up a little below what counts, since hints may lift them. */
const leastFound = reviewScore - 0.03

/** What of an entry was found. */
interface Found {
  readonly matched: string
  readonly weak: boolean
  readonly currency: string | null
}

/** The entries to which an address belongs. */
export async function matchAddress(searched: Searched, address: string): Promise<ScreeningMatch[]> {
  const wanted = addressKey(address)
  const exact: Narrowed = { score: 1, birthYear: 'unknown', country: 'unknown' }
  const places = (searched.index.addresses.get(wanted) ?? []).slice(0, mostMatches)
  const described = places.map((place) =>
    describe(searched, place, exact, ({ addresses }) => {
      const listed = addresses.find((one) => addressKey(one.address) === wanted)
      return { matched: listed?.address ?? address, weak: false, currency: listed?.currency ?? null }
    }),
  )
  return (await Promise.all(described)).flat()
}

/** The entries with names like this one, the best first. */
export async function matchName(searched: Searched, name: string, hints: ScreeningHints): Promise<ScreeningMatch[]> {
  const { index } = searched
  const names = searched.found.get(name) ?? searchNames(index, name, leastFound)
  searched.found.set(name, names)
  const best = new Map<number, { readonly ordinal: number; readonly narrowed: Narrowed }>()
  for (const { name: found, score } of names) {
    const place = index.entryOf[found] ?? 0
    const entry = index.entries[place]
    if (!entry || best.has(place)) continue
    // What the list itself calls a weak alias is never beyond doubt.
    const most = index.weak[found] === 1 ? matchScore - 0.001 : 1
    const narrowed = narrow(Math.min(most, score), entry, hints)
    if (narrowed.score >= reviewScore) best.set(place, { ordinal: index.ordinalOf[found] ?? 0, narrowed })
  }
  const kept = [...best].sort(([, one], [, other]) => other.narrowed.score - one.narrowed.score).slice(0, mostMatches)
  const described = kept.map(([place, { ordinal, narrowed }]) =>
    describe(searched, place, narrowed, (entry) => {
      const { text = '', weak = false } = entry.names[ordinal] ?? {}
      return { matched: text, weak, currency: null }
    }),
  )
  return (await Promise.all(described)).flat()
}

async function describe(
  { store, index, lists }: Searched,
  place: number,
  { score, birthYear, country }: Narrowed,
  pick: (entry: ListedEntry) => Found,
): Promise<ScreeningMatch[]> {
  const { list: id = '', generation = 0, id: entryId = '' } = index.entries[place] ?? {}
  const list = lists.get(id)
  const text = list ? await store.read(oneEntry, { list: list.list, generation, id: entryId }) : null
  if (!list || text === null) return []
  const entry = readEntry(text)
  const { matched, weak, currency } = pick(entry)
  return [
    {
      list: id,
      entry: entryId,
      kind: entry.kind,
      strength: score >= matchScore ? 'match' : 'review',
      score: Math.floor(score * 1_000) / 1_000,
      matched,
      name: entry.names[0]?.text ?? matched,
      weakAlias: weak,
      birthYear,
      country,
      programmes: entry.programmes,
      births: entry.births,
      countries: entry.countries,
      currency,
      listedOn: entry.listedOn,
      listVersion: list.version,
    },
  ]
}
