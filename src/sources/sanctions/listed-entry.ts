/** What stands on a list: a person, an organisation, a ship or an aircraft. */
export type SubjectKind = 'person' | 'entity' | 'vessel' | 'aircraft'

export interface ListedName {
  readonly text: string
  /** The list itself calls it a weak alias: too common to tell anybody by. */
  readonly weak: boolean
  /** The part of it that is a person's family name; null where the list does not tell. */
  readonly family: string | null
}

/** An address on a blockchain that the list names as somebody's. */
export interface ListedAddress {
  /** As the list calls the currency: XBT, ETH, USDT; null where it was found in running text. */
  readonly currency: string | null
  readonly address: string
}

/** One entry of a list, in the same form whoever published it. */
export interface ListedEntry {
  /** The publisher's own number of it. */
  readonly id: string
  readonly kind: SubjectKind
  /** The primary name first, at least one. */
  readonly names: readonly ListedName[]
  readonly programmes: readonly string[]
  /** `1957`, `1957-03-10`, or `1957/1960` for somewhere between. */
  readonly births: readonly string[]
  /** ISO 3166-1 alpha-2 codes of nationalities and addresses. */
  readonly countries: readonly string[]
  readonly addresses: readonly ListedAddress[]
  /** YYYY-MM-DD */
  readonly listedOn: string | null
}

/** Far more than any entry has; what is beyond is no list of names any more. */
const most = { names: 400, texts: 60, addresses: 2_000, letters: 300 } as const

/** Collects what the rows or elements of one entry say of it: cleaned, without repetitions, within bounds. */
export interface EntryDraft {
  name(text: string, about?: { readonly weak?: boolean; readonly family?: string | null }): void
  programme(text: string): void
  birth(text: string | null): void
  country(code: string | null): void
  address(address: ListedAddress): void
  listedOn(day: string | null): void
  /** Null while it has no name. */
  finish(): ListedEntry | null
}

export function draftEntry(id: string, kind: SubjectKind): EntryDraft {
  const names = new Map<string, ListedName>()
  const programmes = new Set<string>()
  const births = new Set<string>()
  const countries = new Set<string>()
  const addresses = new Map<string, ListedAddress>()
  let since: string | null = null

  const addTo = (set: Set<string>, text: string | null) => {
    const clean = text === null ? '' : cleanText(text)
    if (clean !== '' && set.size < most.texts) set.add(clean)
  }

  return {
    name(text, { weak = false, family = null } = {}) {
      const clean = cleanText(text)
      if (clean === '') return
      const known = names.get(clean)
      const ofFamily = family === null || family === '' ? null : cleanText(family)
      if (known ? known.weak && !weak : names.size < most.names) names.set(clean, { text: clean, weak, family: ofFamily })
    },
    programme: (text) => addTo(programmes, text),
    birth: (text) => addTo(births, text),
    country: (code) => addTo(countries, code),
    address(listed) {
      if (addresses.size < most.addresses && !addresses.has(listed.address)) addresses.set(listed.address, listed)
    },
    listedOn: (day) => void (since ??= day),
    finish() {
      if (names.size === 0) return null
      return {
        id,
        kind,
        names: [...names.values()],
        programmes: [...programmes],
        births: [...births],
        countries: [...countries],
        addresses: [...addresses.values()],
        listedOn: since,
      }
    },
  }
}

/** Without control characters and runs of white space, and not endless. */
function cleanText(text: string): string {
  if (text.length <= most.letters && /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text)) return text
  return text
    .slice(0, 2 * most.letters)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, most.letters)
}
